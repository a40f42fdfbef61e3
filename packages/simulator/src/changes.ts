import type { Change } from './entry.ts'
import type { World } from './world.ts'

export function tellChange(world: World, change: Change): void {
  for (const listener of world.listeners) listener(change)
}

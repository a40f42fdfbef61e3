import type { Entry } from './transcript.ts'
import type { World } from './world.ts'

/** Something that a page which shows the platform has to know. */
export type Change =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'chat'; chatId: string }
  | { kind: 'person'; userId: string }

export function tellChange(world: World, change: Change): void {
  for (const listener of world.listeners) listener(change)
}

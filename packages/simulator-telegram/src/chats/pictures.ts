import type { PhotoSize } from '../bot-api.ts'
import { nameFile } from '../files/stored-files.ts'
import type { World } from '../world.ts'

/** A profile picture in the sizes of a message. Both sizes are the same bytes. */
export function storePhotoOf(world: World, key: string): PhotoSize[] {
  const file = world.files.get(key)
  if (!file) return []
  return [
    { ...nameFile(world, file), width: 160, height: 160 },
    { ...nameFile(world, file), width: 640, height: 640 },
  ]
}

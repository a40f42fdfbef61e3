import type { Readable } from 'node:stream'
import { defaultPictureName } from '../../domain/media/default-picture.ts'
import { parsePictureName, pictureName, type StoredPicture } from '../../domain/media/picture.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'

/** URLs of the pictures of channels and people: always on this service, generated if the platform has none. */
export type Pictures = { urlOf(id: string, picture: StoredPicture | null): string }

export function createPictures(baseUrl: () => string): Pictures {
  return {
    urlOf(id, picture) {
      const name = picture && pictureName(picture)
      return `${baseUrl()}/pictures/${name || `default/${defaultPictureName(id)}`}`
    },
  }
}

/** A picture that a channel or person currently has; nothing is read before `open` is called. */
export async function getPicture(
  { store, blobs }: { store: Store; blobs: BlobStore },
  name: string,
): Promise<{ contentType: string; sizeBytes: number; open(): Readable }> {
  const asked = parsePictureName(name)
  const found = asked && (await store.findPicture(asked.sha256))
  const file = found && (await blobs.stat(asked.sha256))
  if (!file || found.contentType !== asked.contentType) throw new Refusal('not-found')
  const { sizeBytes } = file
  return { ...found, sizeBytes, open: () => blobs.open(asked.sha256, { start: 0, end: sizeBytes - 1 }) }
}

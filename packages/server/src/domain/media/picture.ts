import { detectInlineType } from './inline-media-types.ts'

/** A stored picture, named by its hash, so a new picture has a new URL. */
export type StoredPicture = { sha256: string; contentType: string }

/** The only types that are stored and served. */
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** Undefined if the type isn't served. */
export function pictureName({ sha256, contentType }: StoredPicture): string | undefined {
  const ending = endings[contentType]
  return ending && `${sha256}.${ending}`
}

export function parsePictureName(name: string): StoredPicture | undefined {
  const [, sha256, ending] = /^([0-9a-f]{64})\.([a-z]+)$/.exec(name) ?? []
  const contentType = Object.keys(endings).find((type) => endings[type] === ending)
  return sha256 && contentType ? { sha256, contentType } : undefined
}

/** The type by the bytes, whatever their sender called them; undefined if they aren't a supported picture. */
export function detectPictureType(bytes: Uint8Array): string | undefined {
  const type = detectInlineType(bytes)
  return type && endings[type] ? type : undefined
}

/** The longer side of a preview, in pixels. */
export const previewEdge = 480
export const previewType = 'image/webp'

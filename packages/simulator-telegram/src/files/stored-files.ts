import { createMediaBytes, drawSticker } from '@innkeeper/testdata'
import type { PhotoSize } from '../bot-api.ts'
import type { StoredFile, World } from '../world.ts'

export type FileDraft = {
  kind: FileKind
  bytes: Buffer
  name: string
  /** What the platform says, if it isn't the length of `bytes`. */
  sizeBytes?: number | undefined
}

export type FileKind =
  | 'photos'
  | 'videos'
  | 'animations'
  | 'music'
  | 'voice'
  | 'video_notes'
  | 'documents'
  | 'stickers'
  | 'thumbnails'
  | 'profile_photos'

/** What the ids of each kind begin with. */
const prefixes: Record<FileKind, string> = {
  photos: 'AgAC',
  videos: 'BAAC',
  animations: 'CgAC',
  music: 'CQAC',
  voice: 'AwAC',
  video_notes: 'DQAC',
  documents: 'BQAC',
  stickers: 'CAAC',
  thumbnails: 'AAMC',
  profile_photos: 'AQAD',
}

/** Links end an hour after `getFile`. */
export const linkLifeMs = 3_600_000
/** What bots can download, unless they use a server of their own. */
export const largestDownload = 20 * 1024 * 1024

export function storeFile(world: World, draft: FileDraft): StoredFile {
  const key = world.ids.opaque(12)
  const file: StoredFile = {
    key,
    kind: draft.kind,
    bytes: draft.bytes,
    sizeBytes: draft.sizeBytes ?? draft.bytes.length,
    name: draft.name,
    linkUntil: 0,
    isUnavailable: false,
  }
  world.files.set(key, file)
  return file
}

/** How a message names a file. Each time with another `file_id`, as on the platform; the unique id stays. */
export function nameFile(
  world: World,
  file: StoredFile,
): { file_id: string; file_unique_id: string; file_size: number } {
  const inside = JSON.stringify([world.settings.bot.id, file.key, world.ids.opaque(6)])
  return {
    file_id: `${prefixes[file.kind as FileKind]}${Buffer.from(inside).toString('base64url')}`,
    file_unique_id: uniqueIdOf(file),
    file_size: file.sizeBytes,
  }
}

function uniqueIdOf(file: StoredFile): string {
  return `AQAD${file.key}`
}

/** The file of an id; undefined if it is of another bot, or none. */
export function findFile(world: World, fileId: string): StoredFile | undefined {
  const [, inside] = /^[A-Za-z]{4}([\w-]+)$/.exec(fileId) ?? []
  try {
    const [botId, key] = JSON.parse(Buffer.from(inside ?? '', 'base64url').toString())
    return botId === world.settings.bot.id ? world.files.get(key) : undefined
  } catch {
    return undefined
  }
}

export function storePhoto(
  world: World,
  draft: { bytes?: Buffer | undefined; sizeBytes?: number | undefined },
): PhotoSize[] {
  const small = storeFile(world, { kind: 'photos', bytes: inventPicture(world.ids.opaque(4)), name: 'file.jpg' })
  const bytes = draft.bytes ?? inventPicture(world.ids.opaque(8))
  const large = storeFile(world, { kind: 'photos', bytes, name: 'file.jpg', sizeBytes: draft.sizeBytes })
  return [
    { ...nameFile(world, small), width: 90, height: 67 },
    { ...nameFile(world, large), width: 1_280, height: 960 },
  ]
}

export function storeThumbnail(world: World): PhotoSize {
  const bytes = inventPicture(world.ids.opaque(4))
  const file = storeFile(world, { kind: 'thumbnails', bytes, name: 'file.jpg' })
  return { ...nameFile(world, file), width: 320, height: 240 }
}

export function inventPicture(name: string): Buffer {
  return createMediaBytes({ seed: 'simulator', language: 'en', messageId: name, content: { type: 'image' } })
}

export function inventSound(name: string, durationMs: number): Buffer {
  return inventMedia(name, { type: 'audio', durationMs })
}

export function inventVideo(name: string, durationMs: number): Buffer {
  return inventMedia(name, { type: 'video', durationMs })
}

export function inventFile(name: string, fileName: string): Buffer {
  return inventMedia(name, { type: 'file', fileName, fileSize: 1_000 })
}

export function inventSticker(mood: number): Buffer {
  return drawSticker(mood)
}

function inventMedia(name: string, content: Parameters<typeof createMediaBytes>[0]['content']): Buffer {
  return createMediaBytes({ seed: 'simulator', language: 'en', messageId: name, content })
}

import { dayOf } from '../../../domain/day.ts'
import { createFileNamer } from '../../../domain/media/zip-names.ts'
import type { MessageEntry } from '../../../domain/messages/export/records.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import { readType } from '../../media/media.ts'

export type NamedBlob = { path: string; sha256: string; sizeBytes: number; day: string }

/** The files of a part. The same message has the same path in every format. */
export type FileNames = {
  /** Gives the file of a message its path, if it can be included. */
  name(entry: MessageEntry): Promise<void>
  /** To be copied, each once. */
  files: NamedBlob[]
  /** Messages whose file can't be read. */
  leftOut: Set<string>
}

/** Named after when, by whom and what, as in a zip. Equal files are included once, with the name of the first. */
export function createFileNames(
  blobs: BlobStore,
  { timezone, isWanted }: { timezone: string; isWanted: boolean },
): FileNames {
  const nameNext = createFileNamer(timezone)
  const paths = new Map<string, string>()
  const files: NamedBlob[] = []
  const leftOut = new Set<string>()
  return {
    files,
    leftOut,
    async name(entry) {
      const { media } = entry
      if (!isWanted || media?.state !== 'stored') return
      const { id, time, message } = entry
      if (leftOut.has(id)) return
      const { sha256, sizeBytes } = media
      media.path = paths.get(sha256) ?? null
      if (media.path !== null) return
      const found = await blobs.stat(sha256)
      if (found?.sizeBytes !== sizeBytes) {
        leftOut.add(id)
        return
      }
      const named = {
        sentAt: time,
        senderName: message.sender.name,
        ...(message.type === 'file'
          ? { fileName: message.fileName, contentType: undefined }
          : { fileName: undefined, contentType: await readType(blobs, { sha256, sizeBytes }) }),
      }
      media.path = `media/${nameNext(named)}`
      paths.set(sha256, media.path)
      files.push({ path: media.path, sha256, sizeBytes, day: dayOf(time, timezone) })
    },
  }
}

import { Readable } from 'node:stream'
import { dayOf } from '../../domain/day.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { createFileNamer, type NamedFile } from '../../domain/media/zip-names.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { accessFile, readType } from './media.ts'

type Deps = { store: Store; blobs: BlobStore; clock: Clock; retentionCeilingDays: number | null }

/** Files to be packed; nothing is read before `open` is called. */
export type FileBundle = {
  name: string
  files: { name: string; sizeBytes: number; sentAt: number; open(): Readable }[]
  /** Why the other files are missing, one line each. */
  leftOut: string[]
}

/** Found and named in about five milliseconds. */
const filesAtOnce = 15

type Found = NamedFile & { sha256: string; sizeBytes: number }

export async function bundleFiles(deps: Deps, grant: ChannelGrant, ids: readonly string[]): Promise<FileBundle> {
  const { store, blobs, clock } = deps
  const { channelNo, timezone } = grant.channel
  const found: (Found & { name: string })[] = []
  const leftOut: string[] = []
  const nameNext = createFileNamer(timezone)
  for (const [index, id] of [...new Set(ids)].entries()) {
    if (index % filesAtOnce === filesAtOnce - 1) await nextSlice()
    try {
      const file = await findFile(deps, grant, id)
      found.push({ ...file, name: nameNext(file) })
    } catch (error) {
      // If one file can't be read now, the whole download can be retried later.
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
      leftOut.push(`${id.replace(/\p{Cc}/gu, ' ')}: ${error.message}`)
    }
  }
  if (found.length === 0) throw new Refusal('message-not-found')
  const { name } = await store.getChannel(channelNo)
  return {
    name: `${name} ${dayOf(clock(), timezone)}.zip`,
    files: found.map(({ sha256, sizeBytes, sentAt, name }) => ({
      name,
      sizeBytes,
      sentAt,
      open: () => (sizeBytes === 0 ? Readable.from([]) : blobs.open(sha256, { start: 0, end: sizeBytes - 1 })),
    })),
    leftOut,
  }
}

async function findFile(deps: Deps, grant: ChannelGrant, messageId: string): Promise<Found> {
  const { sha256, sizeBytes } = await accessFile(deps, grant, messageId)
  const said = await deps.store.findMessage(grant.channel.channelNo, messageId)
  if (!said) throw new Refusal('message-not-found')
  const message = JSON.parse(said.json)
  return {
    sha256,
    sizeBytes,
    sentAt: said.sentAt,
    senderName: message.sender.name,
    ...(message.type === 'file'
      ? { fileName: message.fileName, contentType: undefined }
      : { fileName: undefined, contentType: await readType(deps.blobs, { sha256, sizeBytes }) }),
  }
}

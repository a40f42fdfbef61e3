import type { Readable } from 'node:stream'
import type { QueryOf, Routes } from '@innkeeper/contract'
import { type ByteRange, type Conditions, decideRange, isNotModified } from '../domain/byte-range.ts'
import { Refusal } from '../domain/refusal.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaRecord, Store } from '../ports/store.ts'
import type { ChannelGrant } from './access.ts'
import { nextCursor, pageBytes, readCursor, standardPageSize } from './list-page.ts'
import { visibleFrom } from './visible-span.ts'

type Deps = { store: Store; blobs: BlobStore; clock: Clock; retentionCeilingDays: number | null }

/** A page as ready JSON bytes, newest first. */
export async function listMedia(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['listMedia']>,
): Promise<Buffer> {
  const list = { list: 'media', channelId: grant.channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { order: asked.order }, list)
  const order = query.order === 'asc' ? 'asc' : 'desc'
  const page = await store.readMedia(grant.channel.channelNo, {
    from: visibleFrom(grant, clock(), retentionCeilingDays),
    to: Number.MAX_SAFE_INTEGER,
    after: after && { time: Number(after[0]), seq: Number(after[1]) },
    order,
    limit: asked.limit ?? standardPageSize,
  })
  const next = page.next && [page.next.time, page.next.seq]
  return pageBytes('items', page.json, nextCursor(next, { order }, list))
}

export type Download = { etag: string; sizeBytes: number; fileName: string } & (
  | { kind: 'not-modified' }
  | { kind: 'unsatisfiable' }
  | { kind: 'whole' | 'part'; range: ByteRange; open(): Readable }
)

/** What to answer to a request for a file; nothing is read before `open` is called. */
export async function downloadMedia(
  { store, blobs, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  messageId: string,
  conditions: Conditions,
): Promise<Download> {
  const media = await store.findMedia(grant.channel.channelNo, messageId)
  if (!media || media.sentAt < visibleFrom(grant, clock(), retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  const { sha256, sizeBytes } = await accessBytes(blobs, media)
  const file = { etag: `"${sha256}"`, sizeBytes, fileName: media.fileName ?? `${media.type}-${messageId}` }
  if (isNotModified(conditions, file.etag)) return { ...file, kind: 'not-modified' }
  const decision = decideRange(conditions, file.etag, sizeBytes)
  if (decision.kind === 'unsatisfiable') return { ...file, kind: 'unsatisfiable' }
  const range = decision.kind === 'part' ? decision.range : { start: 0, end: sizeBytes - 1 }
  return { ...file, kind: decision.kind, range, open: () => blobs.open(sha256, range) }
}

async function accessBytes(blobs: BlobStore, media: MediaRecord): Promise<{ sha256: string; sizeBytes: number }> {
  if (media.state === 'pending') throw new Refusal('media-not-available-yet')
  if (media.state === 'lost') throw new Refusal('media-lost', media.reason)
  const file = await blobs.stat(media.sha256)
  if (!file) throw new Refusal('media-lost', 'the file is missing from the media folder')
  if (file.sizeBytes !== media.sizeBytes) throw new Refusal('media-lost', 'the file in the media folder is damaged')
  return media
}

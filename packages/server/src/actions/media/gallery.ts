import type { GalleryItem, GalleryPage, QueryOf, Routes } from '@innkeeper/contract'
import { dayRange } from '../../domain/day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GalleryRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }
type MediaFilter = NonNullable<QueryOf<Routes['listGallery']>['type']>

export async function listGallery(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['listGallery']>,
): Promise<GalleryPage> {
  const { channelId, channel } = grant
  const list = { list: 'gallery', channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { type: asked.type, from: asked.from, to: asked.to }, list)
  const { type, from, to } = query
  // Days have one format, so they can be compared as strings.
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be after to')
  const limit = asked.limit ?? standardPageSize
  const firstMs = from === undefined ? Number.MIN_SAFE_INTEGER : dayRange(from, channel.timezone).start
  const found = await store.readGallery(channel.channelNo, {
    type: type as MediaFilter | undefined,
    from: Math.max(firstMs, visibleFrom(grant, clock(), retentionCeilingDays)),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : dayRange(to, channel.timezone).end,
    before: after && { time: Number(after[0]), seq: Number(after[1]) },
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.position : undefined
  return {
    items: page.map(toItem),
    timezone: channel.timezone,
    nextCursor: nextCursor(last && [last.time, last.seq], query, list),
  }
}

function toItem({ message, preview }: GalleryRecord): GalleryItem {
  const { id, timestamp, type, sender, fileSize } = message
  return {
    id,
    ts: timestamp,
    type,
    sender: sender.name,
    size: fileSize,
    senderId: sender.id,
    fileName: message.type === 'file' ? message.fileName : null,
    duration: message.type === 'video' || message.type === 'audio' ? Math.round(message.duration) : null,
    preview,
  }
}

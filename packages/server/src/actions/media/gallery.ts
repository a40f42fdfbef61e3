import type { GalleryCount, GalleryItem, GalleryPage, QueryOf, Routes } from '@innkeeper/contract'
import { dayRange } from '../../domain/day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GalleryFilter, GalleryRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import { originOf } from '../messages/origin.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }
type MediaFilter = NonNullable<QueryOf<Routes['listGallery']>['type']>

export async function listGallery(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['listGallery']>,
): Promise<GalleryPage> {
  const { channelId, channel } = grant
  const list = { list: 'gallery', channelId, secret: store.secret }
  const { type, sender, from, to } = asked
  const { query, after } = readCursor(asked.cursor, { type, sender, from, to }, list)
  const limit = asked.limit ?? standardPageSize
  const found = await store.readGallery(channel.channelNo, {
    type: query.type as MediaFilter | undefined,
    ...filterOf(query, channel.timezone, visibleFrom(grant, clock(), retentionCeilingDays)),
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

/** By the same filters as the list, so that the numbers agree. */
export async function countGallery(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['countGallery']>,
): Promise<GalleryCount> {
  const { channelNo, timezone } = grant.channel
  const visible = visibleFrom(grant, clock(), retentionCeilingDays)
  return await store.countGallery(channelNo, filterOf(asked, timezone, visible))
}

type Asked = { [Name in 'sender' | 'from' | 'to']?: string | undefined }

/** Days of the channel, as far back as this caller can read. */
function filterOf({ sender, from, to }: Asked, timezone: string, visible: number): GalleryFilter {
  // Days have one format, so they can be compared as strings.
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be after to')
  return {
    sender,
    from: from === undefined ? visible : Math.max(visible, dayRange(from, timezone).start),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : dayRange(to, timezone).end,
  }
}

function toItem({ message, preview, details, imported }: GalleryRecord): GalleryItem {
  const { id, timestamp, type, sender, fileSize } = message
  return {
    id,
    ts: timestamp,
    type,
    sender: sender.name,
    size: fileSize,
    senderId: sender.id,
    fileName: message.type === 'file' ? message.fileName : null,
    caption: message.caption ?? null,
    duration: message.type === 'video' || message.type === 'audio' ? Math.round(message.duration) : null,
    preview,
    ...originOf({ details, imported }),
  }
}

import type { QueryOf, Routes, Timeline } from '@innkeeper/contract'
import { encodeCursor } from '../../domain/cursor.ts'
import { dayRange } from '../../domain/day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TimelinePosition, TimelineRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { itemsBytes, readCursor, standardPageSize } from '../list-page.ts'
import type { Pictures } from '../media/pictures.ts'
import type { StickerWishes } from '../media/sticker-wishes.ts'
import { renderTimelineItem } from './timeline.ts'

type Deps = {
  store: Store
  clock: Clock
  pictures: Pictures
  stickerWishes: StickerWishes
  retentionCeilingDays: number | null
}

/** After a position, which itself isn't part of the page. */
type Start = { direction: 'before' | 'after'; position: TimelinePosition }

/** `bound`: where the page would be if it is empty. */
type Page = { records: TimelineRecord[]; bound: TimelinePosition; hasBefore: boolean; hasAfter: boolean }

export async function getTimeline(
  deps: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['getTimeline']>,
): Promise<Buffer> {
  const { store, clock, pictures, retentionCeilingDays } = deps
  const { channelId, channel } = grant
  if (asked.date !== undefined && asked.around !== undefined) {
    throw invalid('date and around cannot be used together; send one of them')
  }
  const list = { list: 'timeline', channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { date: asked.date, around: asked.around }, list)
  const view = { pictures, visibleFrom: visibleFrom(grant, clock(), retentionCeilingDays) }
  // Read before the rows: a change between the two reads is then sent twice, but never missed.
  const last = (await store.findLastChange(channel.channelNo)) ?? 0
  const look: Look = (order, beyond, limit) =>
    store.readTimeline(channel.channelNo, {
      from: view.visibleFrom,
      to: Number.MAX_SAFE_INTEGER,
      after: beyond,
      order,
      limit,
    })
  const limit = asked.limit ?? standardPageSize
  const page =
    after || query.around === undefined
      ? await readFrom(look, after ? toStart(after) : startOf(query.date, channel.timezone), limit)
      : await readAround(look, await accessPosition(store, channel.channelNo, query.around, view.visibleFrom), limit)
  deps.stickerWishes.note(
    channelId,
    page.records.flatMap((record) => (record.kind === 'message' ? [record.message] : [])),
  )
  const cursorTo = (direction: Start['direction'], { time, rank, seq }: TimelinePosition) =>
    encodeCursor({ query, after: [direction, time, rank, seq] }, list)
  const items = page.records.map((record) => renderTimelineItem(record, view))
  return itemsBytes<Timeline>('items', items, {
    timezone: channel.timezone,
    lastEventId: String(last),
    previousCursor: page.hasBefore ? cursorTo('before', page.records[0]?.position ?? page.bound) : null,
    nextCursor: page.hasAfter ? cursorTo('after', page.records.at(-1)?.position ?? page.bound) : null,
  })
}

/** The first message of a day, or the latest. Sequence numbers start at 1. */
function startOf(date: string | undefined, timezone: string): Start {
  if (date === undefined) return { direction: 'before', position: { time: Number.MAX_SAFE_INTEGER, rank: 0, seq: 0 } }
  return { direction: 'after', position: { time: dayRange(date, timezone).start, rank: 0, seq: 0 } }
}

function toStart([direction, time, rank, seq]: string[]): Start {
  const position: TimelinePosition = { time: Number(time), rank: rank === '1' ? 1 : 0, seq: Number(seq) }
  return { direction: direction === 'before' ? 'before' : 'after', position }
}

async function accessPosition(
  store: Store,
  channelNo: number,
  messageId: string,
  from: number,
): Promise<TimelinePosition> {
  const position = await store.findPosition(channelNo, messageId)
  if (!position || position.time < from) throw new Refusal('message-not-found')
  return { time: position.time, rank: 0, seq: position.seq }
}

type Look = (order: 'asc' | 'desc', after: TimelinePosition, limit: number) => Promise<TimelineRecord[]>

async function readFrom(look: Look, start: Start, limit: number): Promise<Page> {
  const { records, hasMore } = await readSide(look, start, limit)
  if (start.direction === 'after') {
    const bound = records[0]?.position ?? following(start.position)
    return { records, bound, hasBefore: (await look('desc', bound, 1)).length > 0, hasAfter: hasMore }
  }
  const bound = records.at(-1)?.position ?? preceding(start.position)
  return { records, bound, hasBefore: hasMore, hasAfter: (await look('asc', bound, 1)).length > 0 }
}

/** If there is little after it, the page contains more from before. */
async function readAround(look: Look, middle: TimelinePosition, limit: number): Promise<Page> {
  const after = await readSide(look, { direction: 'after', position: preceding(middle) }, Math.floor(limit / 2) + 1)
  const before = await readSide(look, { direction: 'before', position: middle }, limit - after.records.length)
  const records = [...before.records, ...after.records]
  return { records, bound: middle, hasBefore: before.hasMore, hasAfter: after.hasMore }
}

/** In reading order, and whether there is more in this direction. */
async function readSide(
  look: Look,
  { direction, position }: Start,
  limit: number,
): Promise<{ records: TimelineRecord[]; hasMore: boolean }> {
  const found = await look(direction === 'after' ? 'asc' : 'desc', position, limit + 1)
  const records = found.slice(0, limit)
  return { records: direction === 'after' ? records : records.reverse(), hasMore: found.length > limit }
}

// The start of an empty page is on its other side.
const following = (position: TimelinePosition): TimelinePosition => ({ ...position, seq: position.seq + 1 })
const preceding = (position: TimelinePosition): TimelinePosition => ({ ...position, seq: position.seq - 1 })

import type { QueryOf, Routes } from '@innkeeper/contract'
import { dayOf, dayRange } from '../../domain/day.ts'
import { expiredBefore, keptDays, openFrom, visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, pageBytes, readCursor, standardPageSize } from '../list-page.ts'
import type { PageCache } from './page-cache.ts'

type Deps = { store: Store; clock: Clock; pageCache: PageCache; retentionCeilingDays: number | null }

/** A page as rendered JSON bytes; immediately if it is cached. */
export function listMessages(
  deps: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listMessages']>,
): Buffer | Promise<Buffer> {
  const { clock, pageCache, retentionCeilingDays } = deps
  const { channel } = grant
  const now = clock()
  const kept = keptDays(channel.retentionDays, retentionCeilingDays)
  const today = query.date ?? (query.cursor === undefined ? dayOf(now, channel.timezone) : '')
  const asked = `${today} ${query.order} ${query.limit} ${query.cursor}`
  const name = `${channel.channelNo} ${channel.timezone} ${openFrom(grant)} ${kept} ${asked}`
  const cached = pageCache.find(name, channel, expiredBefore(now, kept))
  if (cached) return cached
  return readPage(deps, grant, { ...query, date: today || undefined }, now, name)
}

async function readPage(
  { store, pageCache, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: { [Name in keyof QueryOf<Routes['listMessages']>]: QueryOf<Routes['listMessages']>[Name] | undefined },
  now: number,
  name: string,
): Promise<Buffer> {
  const { channel, channelId } = grant
  const list = { list: 'messages', channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { date: asked.date, order: asked.order }, list)
  const date = query.date ?? dayOf(now, channel.timezone)
  const order = query.order === 'desc' ? 'desc' : 'asc'
  const day = dayRange(date, channel.timezone)
  const page = await store.readMessages(channel.channelNo, {
    from: Math.max(day.start, visibleFrom(grant, now, retentionCeilingDays)),
    to: day.end,
    after: after && { time: Number(after[0]), seq: Number(after[1]) },
    order,
    limit: asked.limit ?? standardPageSize,
  })
  const next = page.next && [page.next.time, page.next.seq]
  const bytes = pageBytes('messages', page.json, nextCursor(next, { date, order }, list))
  pageCache.keep(name, {
    bytes,
    tailVersion: channel.tailVersion,
    editVersion: channel.editVersion,
    earliest: page.earliest,
    // A page that doesn't end at the tail isn't changed by what is appended there.
    closed: order === 'asc' ? page.next !== undefined : after !== undefined,
  })
  return bytes
}

/** One message as ready JSON bytes. */
export async function getMessage(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  messageId: string,
  { date }: QueryOf<Routes['getMessage']>,
): Promise<Buffer> {
  const message = await store.findMessage(grant.channel.channelNo, messageId)
  if (!message || message.sentAt < visibleFrom(grant, clock(), retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  if (date !== undefined) {
    const day = dayRange(date, grant.channel.timezone)
    if (message.sentAt < day.start || message.sentAt >= day.end) throw new Refusal('message-not-found')
  }
  return Buffer.from(message.json)
}

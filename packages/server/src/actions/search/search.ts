import {
  type ChannelsSearchPage,
  type HitCount,
  mostCounted,
  type QueryOf,
  type Routes,
  type SearchPage,
} from '@innkeeper/contract'
import { Refusal } from '../../domain/refusal.ts'
import type { ChannelGrant, Grant, ReadableChannel, ReadingGrant } from '../access.ts'
import { findPassages, type PassagesWork, type RereadWork, rereadPassages } from '../asking/find-passages.ts'
import { type DigestWork, sumUp } from '../asking/sum-up.ts'
import { itemsBytes, nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import type { Budget } from './collect-hits.ts'
import type { HitPosition, Order } from './hit-order.ts'
import { readPlace, type SearchPlace, walkBest, walkByTime } from './hit-walk.ts'
import { renderHits } from './render-hits.ts'
import { type SearchChannel, toSearchChannel } from './search-channel.ts'
import { asCriteria, readCriteria } from './search-criteria.ts'
import type { SearchDeps } from './search-deps.ts'

type ChannelQuery = QueryOf<Routes['searchMessages']>
type ChannelsQuery = QueryOf<Routes['searchChannels']>
type CountQuery = QueryOf<Routes['countHits']>

/** What is searched: one channel, or all that the caller can read. */
export type SearchWork =
  | { kind: 'channel'; query: ChannelQuery }
  | { kind: 'channels'; query: ChannelsQuery; channels: ReadableChannel[] }
  | { kind: 'count'; query: CountQuery }
  | PassagesWork
  | RereadWork
  | DigestWork
  | { kind: 'count-channels'; query: CountQuery; channels: ReadableChannel[] }

/** Returns the response as it is sent. What is about one channel needs the grant for it. */
export type Search = (grant: SearchGrant, work: SearchWork) => Promise<Buffer>
export type SearchGrant = Grant | ReadingGrant

/** How much a request examines, at most. */
const mostLooked = 2_500
const mostLookedToCount = 10_000

export async function runSearch(deps: SearchDeps, grant: SearchGrant, work: SearchWork): Promise<Buffer> {
  switch (work.kind) {
    case 'channel':
      return await searchChannel(deps, grant as ChannelGrant, work.query)
    case 'channels':
      return await searchChannels(deps, grant, work)
    case 'passages':
      return await findPassages(deps, channelOf(deps, grant), work)
    case 'digest':
      return await sumUp(deps, channelOf(deps, grant), work)
    case 'reread':
      return await rereadPassages(deps, channelOf(deps, grant), work)
    case 'count':
      return await count(deps, [channelOf(deps, grant)], work.query)
    case 'count-channels':
      return await count(deps, toSearchChannels(deps, work.channels), work.query)
  }
}

function channelOf(deps: SearchDeps, grant: SearchGrant): SearchChannel {
  return toSearchChannel(deps, { grant: grant as ChannelGrant, name: '' })
}

/** Always complete: messages that aren't in the index yet are scanned. */
async function searchChannel(deps: SearchDeps, grant: ChannelGrant, asked: ChannelQuery): Promise<Buffer> {
  const channel = toSearchChannel(deps, { grant, name: '' })
  const { hits, cursor } = await findPage(deps, [channel], asked, { list: 'search', scope: grant.channelId })
  return itemsBytes<SearchPage>('hits', hits, { isComplete: channel.isComplete, nextCursor: cursor })
}

async function searchChannels(
  deps: SearchDeps,
  grant: SearchGrant,
  { query: asked, channels: readable }: SearchWork & { kind: 'channels' },
): Promise<Buffer> {
  const channels = toSearchChannels(deps, readable)
  const { hits, cursor, shown } = await findPage(deps, channels, asked, {
    list: 'search everywhere',
    scope: grant.userId,
  })
  const listed = channels.filter((channel) => shown.has(channel) || !channel.isComplete)
  return itemsBytes<ChannelsSearchPage>('hits', hits, {
    channels: listed.map(({ channelId, name, timezone, isComplete }) => ({ channelId, name, timezone, isComplete })),
    searched: channels.length,
    isComplete: channels.every(({ isComplete }) => isComplete),
    nextCursor: cursor,
  })
}

function toSearchChannels(deps: SearchDeps, readable: readonly ReadableChannel[]): SearchChannel[] {
  return readable.map((one) => toSearchChannel(deps, one))
}

type Found = { hits: string[]; cursor: string | null; shown: ReadonlySet<SearchChannel> }

/** `scope`: whom or what the cursor is for. */
async function findPage(
  deps: SearchDeps,
  channels: readonly SearchChannel[],
  asked: ChannelQuery,
  { list, scope }: { list: string; scope: string },
): Promise<Found> {
  const cursorScope = { list, channelId: scope, secret: deps.store.secret }
  const given = { ...asCriteria(asked), order: asked.order, beyond: asked.beyond }
  const { query, after } = readCursor(asked.cursor, given, cursorScope)
  const search = readCriteria(query)
  // Where a walk starts only makes sense in order of time.
  const order = (query.order ?? (query.beyond === undefined ? undefined : 'desc')) as Order | undefined
  const budget = { left: mostLooked }
  const limit = asked.limit ?? standardPageSize
  const place = after ? readPlace(after) : { kind: 'start' as const }
  const look = { search, channels, limit, budget }
  const { hits, next } = order
    ? await walkByTime(deps, look, order, await startOf(deps, channels, query.beyond, place))
    : await walkBest(deps, look, place)
  return {
    hits: await renderHits(deps, hits, { withContext: asked.context === true, namesChannel: list !== 'search' }),
    cursor: nextCursor(next, query, cursorScope),
    shown: new Set(hits.map(({ channel }) => channel)),
  }
}

/** The message or answer that a walk by time starts from. */
async function startOf(
  { store }: SearchDeps,
  channels: readonly SearchChannel[],
  from: string | undefined,
  place: SearchPlace,
): Promise<SearchPlace> {
  const [channel] = channels
  if (place.kind !== 'start' || from === undefined || !channel) return place
  const { channelNo } = channel
  const [, sendId] = /^answer:(\d{1,15})$/.exec(from) ?? []
  let position: HitPosition | undefined
  if (sendId === undefined) {
    const found = await store.findPosition(channelNo, from)
    if (found) position = { ...found, rank: 0, channelNo }
  } else {
    const [answer] = await store.listTimelineAnswers(channelNo, [Number(sendId)])
    if (answer) position = { time: answer.at, rank: 1, channelNo, seq: answer.sendId }
  }
  if (!position || position.time < channel.visibleFrom) throw new Refusal('message-not-found')
  return { kind: 'beyond', position }
}

async function count(deps: SearchDeps, channels: readonly SearchChannel[], asked: CountQuery): Promise<Buffer> {
  const search = readCriteria(asCriteria(asked))
  const budget: Budget = { left: mostLookedToCount }
  const look = { search, channels, limit: mostCounted, budget }
  const { hits, next } = await walkByTime(deps, look, 'desc', { kind: 'start' })
  const isExact = next === undefined && channels.every(({ isComplete }) => isComplete)
  return Buffer.from(JSON.stringify({ count: hits.length, isExact } satisfies HitCount))
}

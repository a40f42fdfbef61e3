import { dayRange } from '../../domain/day.ts'
import type { IndexState } from '../../ports/reading.ts'
import { type Budget, collectHits, type Demand } from './collect-hits.ts'
import { beyond, type HitPosition, type HitSpan, type Order } from './hit-order.ts'
import type { SearchChannel } from './search-channel.ts'
import type { DatedSearch } from './search-criteria.ts'
import { type Hit, openAnswers, openMessages, type SearchStore, type Source } from './search-sources.ts'
import type { SenderNames } from './sender-names.ts'

type Deps = { store: SearchStore; names: SenderNames }
type Look = { search: DatedSearch; channels: readonly SearchChannel[]; limit: number; budget: Budget }

/** Times of the hits that differ in accents, as far as they were seen. */
type Times = { oldest: number; newest: number }

/**
 * Where a list continues. Without an order, there are two parts: `exact` hits, then those that differ in accents, which are
 * `folded`. The first part remembers where there are any, so the second doesn't go through everything again.
 */
export type SearchPlace =
  | { kind: 'start' }
  | { kind: 'beyond'; position: HitPosition }
  | { kind: 'exact'; position: HitPosition; folded: Times | undefined }
  | { kind: 'folded'; position: HitPosition | undefined; folded: Times }

export type ChannelHit = Hit & { channel: SearchChannel }
/** `next`: the place to continue, in words for a cursor. */
export type HitList = { hits: ChannelHit[]; next: (string | number)[] | undefined }

export async function walkByTime(deps: Deps, look: Look, order: Order, place: SearchPlace): Promise<HitList> {
  const position = place.kind === 'start' ? undefined : place.position
  const demand: Demand = { missing: look.limit }
  const sources = openSources(deps, look, { order, demand, after: position })
  const { hits, goOn } = await collectHits(sources, { ...look, order, demand, accepts: () => true })
  return { hits: withChannels(hits, look), next: goOn && write({ kind: 'beyond', position: goOn }) }
}

/** Hits with the accents as typed, then the others, each newest first. */
export async function walkBest(deps: Deps, look: Look, place: SearchPlace): Promise<HitList> {
  const found: Hit[] = []
  const order = 'desc'
  const demand: Demand = { missing: look.limit }
  let folded = place.kind === 'exact' || place.kind === 'folded' ? place.folded : undefined
  if (place.kind !== 'folded') {
    const after = place.kind === 'exact' ? place.position : undefined
    const { hits, goOn } = await collectHits(openSources(deps, look, { order, demand, after }), {
      ...look,
      order,
      demand,
      accepts({ match, position: { time } }) {
        if (match.exact) return true
        folded = { oldest: Math.min(time, folded?.oldest ?? time), newest: Math.max(time, folded?.newest ?? time) }
        return false
      },
    })
    if (goOn) return { hits: withChannels(hits, look), next: write({ kind: 'exact', position: goOn, folded }) }
    found.push(...hits)
  }
  if (!folded) return { hits: withChannels(found, look), next: undefined }
  const after = place.kind === 'folded' ? place.position : undefined
  const sources = openSources(deps, look, { order, demand, after, times: folded })
  const { hits, goOn } = await collectHits(sources, {
    ...look,
    limit: look.limit - found.length,
    order,
    demand,
    accepts: ({ match }) => !match.exact,
  })
  return {
    hits: withChannels([...found, ...hits], look),
    next: goOn && write({ kind: 'folded', position: goOn, folded }),
  }
}

/**
 * Read in addition to a page: the first item of the next page, and some false candidates and messages of the same moment as the
 * last one. With fewer, one search in six would ask the index twice.
 */
const spare = 4
/** With many channels, each contributes little to a page. */
const mostOfMany = 20

/** Where to walk: beyond a position, in certain times. */
type Way = { order: Order; demand: Demand; after: HitPosition | undefined; times?: Times }

function openSources(
  { store, names }: Deps,
  { search, channels, limit }: Look,
  { order, demand, after, times }: Way,
): Source[] {
  const most = channels.length > 1 ? Math.min(limit + spare, mostOfMany) : limit + spare
  return channels.flatMap((channel) => {
    const { channelNo } = channel
    const span = spanOf(search, channel, times)
    const walk = {
      channelNo,
      order,
      state: stateOf(store, channel),
    }
    const part = (rank: 0 | 1, whole: HitSpan) => ({
      ...walk,
      nextLimit: createLimits(most, demand),
      ...(after ? beyond(whole, { rank, channelNo }, after, order) : whole),
    })
    const sources: Source[] = []
    if ([...search.types].some((type) => type !== 'answer')) {
      const latest = { time: Math.min(span.end.time, channel.lastTime + 1), seq: 0 }
      sources.push(openMessages(store, names, search, part(0, { ...span, end: latest })))
    }
    if (search.types.has('answer') && search.senders.length === 0) {
      sources.push(openAnswers(store, search, part(1, span)))
    }
    return sources
  })
}

/**
 * If a page isn't full after what was read first, a few messages are usually enough. If they aren't, few candidates match, and
 * reading more at once costs less.
 */
function createLimits(most: number, demand: Demand): () => number {
  let reads = 0
  return () => (++reads === 2 ? Math.min(demand.missing + spare, most) : most)
}

/** Read when it is first needed, and noted if some messages may be missing. */
function stateOf(store: SearchStore, channel: SearchChannel): () => Promise<IndexState> {
  let reading: Promise<IndexState> | undefined
  const read = async () => {
    const state = await store.getIndexState(channel.channelNo)
    if (!state.isComplete) channel.isComplete = false
    return state
  }
  return () => {
    reading ??= read()
    return reading
  }
}

/** Days of the channel, as far back as this caller can read. */
export function spanOf(
  { from, to, after, before }: DatedSearch,
  { timezone, visibleFrom }: SearchChannel,
  times?: Times,
): HitSpan {
  const starts = [visibleFrom]
  const ends = [Number.MAX_SAFE_INTEGER]
  if (from !== undefined) starts.push(dayRange(from, timezone).start)
  if (after !== undefined) starts.push(dayRange(after, timezone).end)
  if (to !== undefined) ends.push(dayRange(to, timezone).end)
  if (before !== undefined) ends.push(dayRange(before, timezone).start)
  if (times) {
    starts.push(times.oldest)
    ends.push(times.newest + 1)
  }
  return { first: { time: Math.max(...starts), seq: 0 }, end: { time: Math.min(...ends), seq: 0 } }
}

function withChannels(hits: readonly Hit[], { channels }: Look): ChannelHit[] {
  const byNo = new Map(channels.map((channel) => [channel.channelNo, channel]))
  return hits.flatMap((hit) => {
    const channel = byNo.get(hit.position.channelNo)
    return channel ? [{ ...hit, channel }] : []
  })
}

function write(place: Exclude<SearchPlace, { kind: 'start' }>): (string | number)[] {
  const { kind, position } = place
  const words: (string | number)[] = [kind]
  if (position) words.push(position.time, position.rank, position.channelNo, position.seq)
  else words.push('', '', '', '')
  if (kind !== 'beyond' && place.folded) words.push(place.folded.oldest, place.folded.newest)
  return words
}

/** What `write` wrote; the cursor's signature was checked. */
export function readPlace([kind, time = '', rank, channelNo, seq, oldest, newest]: readonly string[]): SearchPlace {
  const position: HitPosition | undefined =
    time === ''
      ? undefined
      : { time: Number(time), rank: rank === '1' ? 1 : 0, channelNo: Number(channelNo), seq: Number(seq) }
  const folded = oldest === undefined ? undefined : { oldest: Number(oldest), newest: Number(newest) }
  if (kind === 'folded' && folded) return { kind, position, folded }
  if (!position) return { kind: 'start' }
  return kind === 'exact' ? { kind, position, folded } : { kind: 'beyond', position }
}

import type { QueryOf, Routes, SearchHit, SearchPage } from '@innkeeper/contract'
import { dayRange } from '../../domain/day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import { readSearchWords } from '../../domain/search/search-words.ts'
import { searchedTexts } from '../../domain/search/searched-texts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MessagePosition, MessageRecord, StoredMessage } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { itemsBytes, nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineMessage } from '../messages/timeline.ts'
import { walkCandidates } from './search-candidates.ts'

type Deps = {
  store: Pick<Store, 'secret' | 'listCandidates' | 'listUnindexed' | 'listStoredMessages' | 'completeMessages'>
  clock: Clock
  pictures: Pictures
  retentionCeilingDays: number | null
}

export type SearchQuery = QueryOf<Routes['searchMessages']>
/** Returns the page as it is sent. */
export type Search = (grant: ChannelGrant, asked: SearchQuery) => Promise<Buffer>

type Query = { [Name in 'q' | 'from' | 'to' | 'sender' | 'type']?: string | undefined }

/** How much one request examines, at most: then it returns what it has, and a cursor to continue. */
const mostLooked = 2_000
/** Read in addition to a page: the first item of the next page, and one false candidate, because they are rare. */
const spare = 2

/** Always complete: messages that aren't in the index yet are scanned. */
export async function searchMessages(
  { store, clock, pictures, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: SearchQuery,
): Promise<Buffer> {
  const { channelId, channel } = grant
  const { channelNo, timezone } = channel
  const list = { list: 'search', channelId, secret: store.secret }
  const { q, from, to, sender, type } = asked
  const { query, after } = readCursor(asked.cursor, { q, from, to, sender, type }, list)
  if (query.q === undefined) throw invalid('q is missing; set it to the text to search for, at least 2 characters')
  const words = readSearchWords(query.q)
  const limit = asked.limit ?? standardPageSize
  const view = { pictures, visibleFrom: visibleFrom(grant, clock(), retentionCeilingDays) }
  const look = {
    terms: words.terms(channelNo),
    ...spanOf(query, timezone, view.visibleFrom),
    before: after && { time: Number(after[0]), seq: Number(after[1]) },
    limit: limit + spare,
  }
  const { positions, areAll } = await store.listUnindexed(channelNo)
  const toHit = (stored: StoredMessage): Hit | undefined => {
    const { message, details } = stored
    if (query.type !== undefined && message.type !== query.type) return undefined
    if (query.sender !== undefined && message.sender.id !== query.sender) return undefined
    for (const { field, text } of searchedTexts(message, details)) {
      const highlights = words.find(text)
      if (highlights.length > 0) return { stored, field, highlights }
    }
    return undefined
  }
  const render = async (hits: Hit[]) => {
    const records = await store.completeMessages(
      channelNo,
      hits.map(({ stored }) => stored),
    )
    return hits.map((hit, at) => renderHit(hit, renderTimelineMessage(records[at] as MessageRecord, view)))
  }
  const slices = walkCandidates(store, channelNo, look, positions)
  const { hits, goOn } = await collect(slices, { toHit, render, limit })
  return itemsBytes<SearchPage>('hits', hits, {
    isComplete: areAll,
    nextCursor: nextCursor(goOn && [goOn.time, goOn.seq], query, list),
  })
}

type Hit = Pick<SearchHit, 'field' | 'highlights'> & { stored: StoredMessage }

function renderHit({ field, highlights }: Hit, item: string): string {
  return `{"item":${item},"field":"${field}","highlights":${JSON.stringify(highlights)}}`
}

type Looking = {
  toHit(stored: StoredMessage): Hit | undefined
  render(hits: Hit[]): Promise<string[]>
  limit: number
}

/**
 * Hits are rendered slice by slice, from the store as it was when they were found. `goOn`: everything up to this position was
 * examined; undefined at the end.
 */
async function collect(
  slices: AsyncIterable<StoredMessage[]>,
  { toHit, render, limit }: Looking,
): Promise<{ hits: string[]; goOn: MessagePosition | undefined }> {
  const hits: string[] = []
  let looked = 0
  let last: MessagePosition | undefined
  for await (const slice of slices) {
    const found: Hit[] = []
    let isEnough = false
    for (const stored of slice) {
      isEnough = looked++ >= mostLooked
      const hit = isEnough ? undefined : toHit(stored)
      isEnough ||= hit !== undefined && hits.length + found.length >= limit
      if (isEnough) break
      if (hit) found.push(hit)
      last = stored.position
    }
    hits.push(...(await render(found)))
    if (isEnough) return { hits, goOn: last }
  }
  return { hits, goOn: undefined }
}

/** Days of the channel, as far back as this caller can read. */
function spanOf({ from, to }: Query, timezone: string, visible: number): { from: number; to: number } {
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be after to')
  return {
    from: from === undefined ? visible : Math.max(visible, dayRange(from, timezone).start),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : dayRange(to, timezone).end,
  }
}

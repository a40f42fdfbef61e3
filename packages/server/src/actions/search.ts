import type { QueryOf, Routes, SearchHit, SearchPage } from '@innkeeper/contract'
import { dayRange } from '../domain/day.ts'
import { invalid } from '../domain/refusal.ts'
import { readSearchWords } from '../domain/search/search-words.ts'
import { searchedTexts } from '../domain/search/searched-texts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Place } from '../ports/place.ts'
import type { MessageRecord } from '../ports/reading.ts'
import type { Store } from '../ports/store.ts'
import type { ChannelGrant } from './access.ts'
import { nextCursor, readCursor, standardPageSize } from './list-page.ts'
import type { Pictures } from './pictures.ts'
import { walkCandidates } from './search-candidates.ts'
import { toTimelineMessage } from './timeline.ts'
import { visibleFrom } from './visible-span.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }
type Query = { [Name in 'q' | 'from' | 'to' | 'sender' | 'type']?: string | undefined }

/** What one request looks at, at most: then it answers what it has, and where to go on. */
const mostLooked = 2_000
/** Beside a page's worth: the first of the next page, and one that turns out not to hold the words, as few do. */
const spare = 2

/** Exact at any moment: what is not in the index yet is looked through. */
export async function searchMessages(
  { store, clock, pictures, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['searchMessages']>,
): Promise<SearchPage> {
  const { channelId, channel } = grant
  const { channelNo, timezone } = channel
  const list = { list: 'search', channelId, secret: store.secret }
  const { q, from, to, sender, type } = asked
  const { query, after } = readCursor(asked.cursor, { q, from, to, sender, type }, list)
  if (query.q === undefined) throw invalid('q is missing: say what to look for, at least 2 characters')
  const words = readSearchWords(query.q)
  const limit = asked.limit ?? standardPageSize
  const view = { pictures, visibleFrom: visibleFrom(grant, clock(), retentionCeilingDays) }
  const look = {
    terms: words.terms(channelNo),
    ...spanOf(query, timezone, view.visibleFrom),
    before: after && { time: Number(after[0]), seq: Number(after[1]) },
    limit: limit + spare,
  }
  const { places, areAll } = await store.listUnindexed(channelNo)
  const toHit = (record: MessageRecord) => {
    const { message, details } = record
    if (query.type !== undefined && message.type !== query.type) return undefined
    if (query.sender !== undefined && message.sender.id !== query.sender) return undefined
    for (const { field, text } of searchedTexts(message, details)) {
      const highlights = words.find(text)
      if (highlights.length > 0) return { item: toTimelineMessage(record, view), field, highlights }
    }
    return undefined
  }
  const { hits, goOn } = await collect(walkCandidates(store, channelNo, look, places), toHit, limit)
  return {
    hits,
    isComplete: areAll,
    nextCursor: nextCursor(goOn && [goOn.time, goOn.seq], givenOnly(query), list),
  }
}

/** `goOn`: all up to there was looked at; undefined at the end. */
async function collect(
  slices: AsyncIterable<MessageRecord[]>,
  toHit: (record: MessageRecord) => SearchHit | undefined,
  limit: number,
): Promise<{ hits: SearchHit[]; goOn: Place | undefined }> {
  const hits: SearchHit[] = []
  let looked = 0
  let last: Place | undefined
  for await (const records of slices) {
    for (const record of records) {
      if (looked++ >= mostLooked) return { hits, goOn: last }
      const hit = toHit(record)
      if (hit && hits.length >= limit) return { hits, goOn: last }
      if (hit) hits.push(hit)
      last = record.place
    }
  }
  return { hits, goOn: undefined }
}

/** Days of the channel, as far as this caller may read. */
function spanOf({ from, to }: Query, timezone: string, visible: number): { from: number; to: number } {
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be after to')
  return {
    from: from === undefined ? visible : Math.max(visible, dayRange(from, timezone).start),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : dayRange(to, timezone).end,
  }
}

function givenOnly(query: Query): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

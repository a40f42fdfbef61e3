import { firstDocOf, windowOfDoc, windowOfTime } from '../../../domain/search/doc-number.ts'
import { latestFirst } from '../../../domain/search/latest-first.ts'
import type { Place } from '../../../ports/place.ts'
import type { CandidateLook, CandidateSlice, Unindexed } from '../../../ports/reading.ts'
import { matchTerms } from '../search-terms.ts'
import { given, type Reader } from '../sql.ts'
import { listPlaces } from './said.ts'

/**
 * Numbers of documents follow time from window to window, not inside one: so a window is taken whole and put in order. Where
 * one is larger than the slice, the slice grows.
 */
export async function listCandidates(sql: Reader, channelNo: number, look: CandidateLook): Promise<CandidateSlice> {
  const { terms, from, to, before } = look
  if (terms.length === 0) return await listAll(sql, channelNo, look)
  const latest = before ? Math.min(before.time, to) : to
  const docs = { from: firstDocOf(windowOfTime(from)), to: firstDocOf(windowOfTime(latest) + 1) }
  for (let limit = look.limit; ; limit *= 4) {
    const matched = await matchTerms(sql, { terms, ...docs, limit })
    const isEnd = matched.length < limit
    const unfinished = isEnd ? -1 : windowOfDoc(matched.at(-1)?.[0] ?? 0)
    const places = matched
      .filter(([doc]) => windowOfDoc(doc) > unfinished)
      .map(([, time, seq]) => ({ time, seq }))
      .filter((place) => place.time >= from && place.time < to && (!before || latestFirst(before, place) < 0))
      .sort(latestFirst)
    if (isEnd || places.length > 0) return { places, isEnd }
  }
}

/** Without a term every message is a candidate. */
async function listAll(
  sql: Reader,
  channelNo: number,
  { from, to, before, limit }: CandidateLook,
): Promise<CandidateSlice> {
  const start = before && before.time < to ? before : { time: to, seq: 0 }
  const places = await listPlaces(sql, channelNo, { from, before: start, limit })
  return { places, isEnd: places.length < limit }
}

/** More would take longer to look through than to index. */
const mostUnindexed = 50_000

/** The channel is asked for as if it were several: for one, the engine would go through all that changed in it. */
export async function listUnindexed(sql: Reader, channelNo: number): Promise<Unindexed> {
  const rows = await sql.lists<[kind: string, detail: string]>(
    `select kind, detail from changes where to_index = 1 and channel >= ? and channel <= ?
     order by channel desc, no desc limit ${given}`,
    channelNo,
    channelNo,
    mostUnindexed,
  )
  const places: Place[] = []
  let areAll = rows.length < mostUnindexed
  for (const [kind, detail] of rows) {
    if (kind !== 'messages' || places.length >= mostUnindexed) areAll = false
    else for (const [time, seq] of JSON.parse(detail).places) places.push({ time, seq })
  }
  return { places: places.sort(latestFirst), areAll }
}

export async function hasUnindexed(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from changes where to_index = 1 limit 1')) !== undefined
}

import { firstDocOf, latestFirst, windowOfDoc, windowOfTime } from '../../../domain/search/doc-number.ts'
import type { CandidateQuery, CandidateSlice, MessagePosition, Unindexed } from '../../../ports/reading.ts'
import { latestMessages, type StoredRow, storedColumns, storedDetails, toStored } from '../messages/stored-messages.ts'
import { given, type Reader } from '../sql.ts'
import { matchStatements, matchTerms } from './search-terms.ts'

/**
 * Includes the messages, nearly all of which turn out to contain the words: one statement costs less than a second one for
 * them.
 */
const itsMessage = `join messages m on m.channel = s.channel and m.time = s.time and m.seq = s.seq ${storedDetails}`
const matchMessages = matchStatements(`${storedColumns}, s.doc`, {
  sqlite: `cross ${itsMessage}`,
  postgres: itsMessage,
})
const docColumn = 6

/**
 * The numbers of documents follow time from window to window, but not inside one, so a window is read as a whole and sorted. If
 * one is larger than the slice, the slice grows.
 */
export async function listCandidates(sql: Reader, channelNo: number, look: CandidateQuery): Promise<CandidateSlice> {
  const { terms, from, to, before } = look
  if (terms.length === 0) return await listAll(sql, channelNo, look)
  const latest = before ? Math.min(before.time, to) : to
  const docs = { from: firstDocOf(windowOfTime(from)), to: firstDocOf(windowOfTime(latest) + 1) }
  for (let limit = look.limit; ; limit *= 4) {
    const matched = await matchTerms<[...StoredRow, doc: number]>(
      sql,
      { channelNo, terms, ...docs, limit },
      matchMessages,
    )
    const isEnd = matched.length < limit
    const unfinished = isEnd ? -1 : windowOfDoc(matched.at(-1)?.[docColumn] ?? 0)
    const messages = matched
      .filter((row) => windowOfDoc(row[docColumn]) > unfinished)
      .map(toStored)
      .filter(
        ({ position }) => position.time >= from && position.time < to && (!before || latestFirst(before, position) < 0),
      )
      .sort((one, other) => latestFirst(one.position, other.position))
    if (isEnd || messages.length > 0) return { messages, isEnd }
  }
}

/** Without a term every message is a candidate. */
async function listAll(
  sql: Reader,
  channelNo: number,
  { from, to, before, limit }: CandidateQuery,
): Promise<CandidateSlice> {
  const { time, seq } = before && before.time < to ? before : { time: to, seq: 0 }
  const rows = await sql.lists<StoredRow>(latestMessages, channelNo, time, seq, from, limit)
  return { messages: rows.map(toStored), isEnd: rows.length < limit }
}

/** More would take longer to scan than to index. */
const mostUnindexed = 50_000

export async function listUnindexed(sql: Reader, channelNo: number): Promise<Unindexed> {
  const rows = await sql.lists<[pastTime: number | null, detail: string | null]>(
    `select c.past_time, h.detail from channels c
     left join changes h on h.channel = c.channel and h.no >= c.index_from and h.kind = 'messages'
     where c.channel = ? order by h.no desc limit ${given}`,
    channelNo,
    mostUnindexed,
  )
  const positions: MessagePosition[] = []
  let areAll = rows.length < mostUnindexed
  for (const [pastTime, detail] of rows) {
    if (pastTime !== null || positions.length >= mostUnindexed) areAll = false
    if (detail === null || positions.length >= mostUnindexed) continue
    for (const [time, seq] of JSON.parse(detail).places) positions.push({ time, seq })
  }
  return { positions: positions.sort(latestFirst), areAll }
}

export async function hasUnindexed(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from channels where index_from is not null limit 1')) !== undefined
}

import { firstDocOf, inOrder, windowOfDoc, windowOfTime } from '../../../domain/search/doc-number.ts'
import { isUnlimited } from '../../../domain/search/index-query.ts'
import type {
  CandidateMessage,
  CandidateQuery,
  CandidateSlice,
  IndexState,
  MessagePosition,
  StoredMessage,
} from '../../../ports/reading.ts'
import { createManyReader } from '../members/many-reads.ts'
import {
  earliestMessages,
  latestMessages,
  listStoredMessages,
  type StoredRow,
  storedColumns,
  storedDetails,
  toStored,
} from '../messages/stored-messages.ts'
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
  const { query, first, end, order } = look
  if (query === null || isUnlimited(query)) return await listAll(sql, channelNo, look)
  const docs = { from: firstDocOf(windowOfTime(first.time)), to: firstDocOf(windowOfTime(end.time) + 1) }
  for (let limit = look.limit; ; limit *= 4) {
    const matched = await matchTerms<[...StoredRow, doc: number]>(
      sql,
      { channelNo, query, ...docs, limit, order },
      matchMessages,
    )
    const isEnd = matched.length < limit
    const unfinished = isEnd ? undefined : windowOfDoc(matched.at(-1)?.[docColumn] ?? 0)
    const messages: CandidateMessage[] = []
    for (const row of matched) {
      if (windowOfDoc(row[docColumn]) === unfinished) continue
      const candidate = toCandidate(row)
      if (isWithin(candidate.position, look)) messages.push(candidate)
    }
    if (!isEnd && messages.length === 0) continue
    messages.sort((one, other) => inOrder[order](one.position, other.position))
    return { messages: await addVersions(sql, channelNo, messages), isEnd }
  }
}

/** Without a term every message is a candidate. Those at the very first or last millisecond may be outside. */
async function listAll(
  sql: Reader,
  channelNo: number,
  { first, end, order, limit }: CandidateQuery,
): Promise<CandidateSlice> {
  const rows =
    order === 'desc'
      ? await sql.lists<StoredRow>(latestMessages, channelNo, end.time, end.seq, first.time, limit)
      : await sql.lists<StoredRow>(earliestMessages, channelNo, first.time, first.seq - 1, end.time + 1, limit)
  const messages = rows.map(toCandidate).filter(({ position }) => isWithin(position, { first, end }))
  return { messages: await addVersions(sql, channelNo, messages), isEnd: messages.length < limit }
}

function isWithin(position: MessagePosition, { first, end }: Pick<CandidateQuery, 'first' | 'end'>): boolean {
  return inOrder.asc(position, first) >= 0 && inOrder.asc(position, end) < 0
}

/** In the order of the positions; missing ones are left out. */
export async function listCandidatesAt(
  sql: Reader,
  channelNo: number,
  positions: readonly MessagePosition[],
): Promise<CandidateMessage[]> {
  const stored = await listStoredMessages(sql, channelNo, positions)
  return await addVersions(sql, channelNo, stored.map(withoutVersions))
}

const readVersions = createManyReader<[messageId: string, at: number, content: string]>(
  (count) => `select message_id, at, content from message_versions
    where channel = ? and message_id in (${Array(count).fill('?')}) order by at`,
)

/** Few messages were ever edited. */
async function addVersions(sql: Reader, channelNo: number, messages: CandidateMessage[]): Promise<CandidateMessage[]> {
  const edited = messages.filter(({ editedAt }) => editedAt !== null)
  if (edited.length === 0) return messages
  const rows = await readVersions(
    sql,
    channelNo,
    edited.map(({ messageId }) => [messageId]),
  )
  const versions = Map.groupBy(rows, ([messageId]) => messageId)
  for (const one of edited) {
    one.versions = (versions.get(one.messageId) ?? []).map(([, at, content]) => ({ at, content }))
  }
  return messages
}

function toCandidate(row: readonly [...StoredRow, ...unknown[]]): CandidateMessage {
  return withoutVersions(toStored(row))
}

/** Of a message that was just read; adding to it costs less than a copy. */
function withoutVersions(stored: StoredMessage): CandidateMessage {
  return Object.assign(stored, { versions: none })
}

const none: readonly never[] = []

/** More would take longer to scan than to index. */
const mostUnindexed = 50_000

type StateRow = [
  pastTime: number | null,
  pastSeq: number | null,
  lastTime: number,
  namesVersion: number,
  hasAnswers: number,
  detail: string | null,
]

/** More of them would take much memory, and are gone soon. */
const mostRemembered = 100

/** Kept until the next commit, because every search needs it. */
export async function getIndexState(sql: Reader, channelNo: number): Promise<IndexState> {
  const memory = sql.memory?.()
  const key = `index state ${channelNo}`
  const known = memory?.get(key) as IndexState | undefined
  if (known) return known
  const state = await readIndexState(sql, channelNo)
  if (state.unindexed.length <= mostRemembered) memory?.set(key, state)
  return state
}

async function readIndexState(sql: Reader, channelNo: number): Promise<IndexState> {
  const rows = await sql.lists<StateRow>(
    `select c.past_time, c.past_seq, c.last_time, c.names_version,
       (select count(*) from (select 1 from sends where channel = c.channel and state in ('sent', 'unknown') limit 1) said),
       h.detail from channels c
     left join changes h on h.channel = c.channel and h.no >= c.index_from and h.kind = 'messages'
     where c.channel = ? order by h.no desc limit ${given}`,
    channelNo,
    mostUnindexed,
  )
  const unindexed: MessagePosition[] = []
  let isComplete = rows.length < mostUnindexed
  for (const [, , , , , detail] of rows) {
    if (unindexed.length >= mostUnindexed) isComplete = false
    if (detail === null || unindexed.length >= mostUnindexed) continue
    for (const [time, seq] of JSON.parse(detail).places) unindexed.push({ time, seq })
  }
  const [time, seq, lastTime = 0, namesVersion = 0, answers = 0] = rows[0] ?? []
  return {
    unindexed: unindexed.sort(inOrder.desc),
    isComplete,
    past: typeof time === 'number' && typeof seq === 'number' ? { time, seq } : undefined,
    lastTime,
    hasAnswers: answers > 0,
    namesVersion,
  }
}

export async function hasUnindexed(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from channels where index_from is not null limit 1')) !== undefined
}

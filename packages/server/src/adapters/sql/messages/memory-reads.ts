import { chooseMemories, type MemoryCandidate } from '../../../domain/messages/on-this-day.ts'
import type { MessageRecord } from '../../../ports/reading.ts'
import { given, type Reader, type Value } from '../sql.ts'
import { completeMessages } from './complete-messages.ts'
import { listStoredMessages } from './stored-messages.ts'

/** So many messages and files of a day are looked at, whatever its size. */
const examined = 100

/** Both parts follow an index in order, and stop early. A quote in a text is escaped, so the mark of the type matches nothing else. */
const ofDay = `
  select * from (
    select time, seq, 'text' as kind, octet_length(json) as bytes from (
      select time, seq, json from messages where channel = ? and time >= ? and time < ? order by time, seq limit ${given}
    ) as said where instr(json, '},"type":"text"') > 0
  ) as texts
  union all
  select * from (
    select time, seq, 'picture' as kind, 0 as bytes from (
      select time, seq, type, preview_sha256 from media
      where channel = ? and state = 'stored' and time >= ? and time < ? order by time, seq limit ${given}
    ) as files where preview_sha256 is not null and type in ('image', 'video')
  ) as pictures`

type CandidateRow = [time: number, seq: number, kind: 'picture' | 'text', bytes: number]

/** One text per number of days. */
const texts = new Map<number, string>()

function textFor(days: number): string {
  const known = texts.get(days) ?? Array(days).fill(ofDay).join(' union all ')
  texts.set(days, known)
  return known
}

/** A few messages of each of these spans, in reading order. All spans are looked at in one statement. */
export async function readMemories(
  sql: Reader,
  channelNo: number,
  spans: readonly { from: number; to: number }[],
): Promise<MessageRecord[][]> {
  if (spans.length === 0) return []
  const values: Value[] = spans.flatMap(({ from, to }) => [
    ...[channelNo, from, to, examined],
    ...[channelNo, from, to, examined],
  ])
  const rows = await sql.lists<CandidateRow>(textFor(spans.length), ...values)
  const chosen = spans.map(({ from, to }) =>
    chooseMemories(rows.filter(([time]) => time >= from && time < to).map(toCandidate)),
  )
  const stored = await listStoredMessages(sql, channelNo, chosen.flat())
  const complete = await completeMessages(sql, channelNo, stored)
  return spans.map(({ from, to }) => complete.filter(({ position: { time } }) => time >= from && time < to))
}

function toCandidate([time, seq, kind, sizeBytes]: CandidateRow): MemoryCandidate {
  return { time, seq, kind, sizeBytes }
}

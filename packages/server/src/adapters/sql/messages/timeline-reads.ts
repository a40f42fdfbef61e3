import type {
  AnswerItemRecord,
  MessagePosition,
  MessageRecord,
  TimelinePosition,
  TimelineQuery,
  TimelineRecord,
} from '../../../ports/reading.ts'
import { given, type Reader } from '../sql.ts'
import { completeMessages } from './complete-messages.ts'
import { earliestHappenings, type HappeningRow, latestHappenings, toHappening } from './happening-reads.ts'
import { earliestMessages, latestMessages, type StoredRow, toStored } from './stored-messages.ts'

type AnswerRow = Omit<AnswerItemRecord, 'texts'> & { texts: string }

const answerColumns = 'send_id as "sendId", said_at as at, kind as what, texts, message_id as "messageId"'
/** What was sent, or may have been; the same condition as that of the index. */
const isSent = "state in ('sent', 'unknown')"

const pages = {
  asc: {
    messages: earliestMessages,
    happenings: earliestHappenings,
    gaps: `select time, seq from gaps
      where channel = ? and (time, seq) > (?, ?) and time < ? order by time, seq limit ${given}`,
    answers: `select ${answerColumns} from sends
      where channel = ? and (said_at, send_id) > (?, ?) and said_at < ? and ${isSent} order by said_at, send_id limit ${given}`,
  },
  desc: {
    messages: latestMessages,
    happenings: latestHappenings,
    gaps: `select time, seq from gaps
      where channel = ? and (time, seq) < (?, ?) and time >= ? order by time desc, seq desc limit ${given}`,
    answers: `select ${answerColumns} from sends
      where channel = ? and (said_at, send_id) < (?, ?) and said_at >= ? and ${isSent}
      order by said_at desc, send_id desc limit ${given}`,
  },
}

/** Each source provides a whole page, and the pages are merged: whatever the mixture, nothing is missing from the first page. */
export async function readTimeline(sql: Reader, channelNo: number, look: TimelineQuery): Promise<TimelineRecord[]> {
  const texts = pages[look.order]
  const { start, end } = boundsOf(look)
  const { limit } = look
  const said = [channelNo, start.time, start.rank === 0 ? start.seq : lastSeq, end, limit] as const
  const answered = [channelNo, start.time, start.rank === 1 ? start.seq : 0, end, limit] as const
  const messages = await sql.lists<StoredRow>(texts.messages, ...said)
  const gaps = await sql.lists<[time: number, seq: number]>(texts.gaps, ...said)
  const answers = await sql.all<AnswerRow>(texts.answers, ...answered)
  const happenings = await sql.all<HappeningRow>(texts.happenings, ...said)
  const found: (TimelineRecord | { position: TimelinePosition; row: StoredRow })[] = [
    ...messages.map((row) => ({ position: { time: row[0], rank: 0 as const, seq: row[1] }, row })),
    ...gaps.map(([time, seq]) => ({ position: { time, rank: 0 as const, seq }, kind: 'gap' as const })),
    ...answers.map((row) => ({
      position: { time: row.at, rank: 1 as const, seq: row.sendId },
      kind: 'answer' as const,
      answer: toAnswer(row),
    })),
    ...happenings.map((row) => ({
      position: { time: row.time, rank: 0 as const, seq: row.seq },
      kind: 'happening' as const,
      happening: toHappening(row),
    })),
  ]
  if (found.length > messages.length) found.sort(look.order === 'asc' ? inOrder : (a, b) => inOrder(b, a))
  const page = found.slice(0, limit)
  const stored = page.flatMap((one) => ('row' in one ? [toStored(one.row)] : []))
  const complete = (await completeMessages(sql, channelNo, stored)).values()
  return page.map((one) =>
    'row' in one ? { position: one.position, kind: 'message', message: complete.next().value as MessageRecord } : one,
  )
}

const lastSeq = Number.MAX_SAFE_INTEGER

/** The position to start after, and the time to stop at. Sequence numbers and send ids start at 1. */
function boundsOf({ order, after, from, to }: TimelineQuery): { start: TimelinePosition; end: number } {
  if (order === 'asc') return { start: after && after.time >= from ? after : { time: from, rank: 0, seq: 0 }, end: to }
  return { start: after && after.time < to ? after : { time: to, rank: 0, seq: 0 }, end: from }
}

function inOrder(
  { position: a }: { position: TimelinePosition },
  { position: b }: { position: TimelinePosition },
): number {
  return a.time - b.time || a.rank - b.rank || a.seq - b.seq
}

export async function findPosition(
  sql: Reader,
  channelNo: number,
  messageId: string,
): Promise<MessagePosition | undefined> {
  return await sql.get<MessagePosition>(
    'select time, seq from message_ids where channel = ? and message_id = ? and time is not null',
    channelNo,
    messageId,
  )
}

export async function listTimelineAnswers(
  sql: Reader,
  channelNo: number,
  sendIds: readonly number[],
): Promise<AnswerItemRecord[]> {
  const records: AnswerItemRecord[] = []
  for (const sendId of sendIds) {
    const row = await sql.get<AnswerRow>(
      `select ${answerColumns} from sends where send_id = ? and channel = ? and ${isSent}`,
      sendId,
      channelNo,
    )
    if (row) records.push(toAnswer(row))
  }
  return records
}

function toAnswer(row: AnswerRow): AnswerItemRecord {
  return { ...row, texts: JSON.parse(row.texts) }
}

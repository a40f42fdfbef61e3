import type { MediaState, Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../domain/message-json.ts'
import type { StoredPicture } from '../../../domain/picture.ts'
import type { Place } from '../../../ports/place.ts'
import type {
  AnswerItemRecord,
  MessageRecord,
  TimelineLook,
  TimelinePlace,
  TimelineRecord,
} from '../../../ports/reading.ts'
import { given, type Reader } from '../sql.ts'
import { findMessage } from './backup.ts'
import { toPicture } from './pictures.ts'

type MessageRow = {
  time: number
  seq: number
  messageId: string
  json: string
  editedAt: number | null
  details: string | null
  state: MediaState | null
  reason: string | null
  previewSha256: string | null
  width: number | null
  height: number | null
}
type AnswerRow = Omit<AnswerItemRecord, 'texts'> & { texts: string }

const messageColumns = `m.time, m.seq, m.message_id as "messageId", m.json, m.edited_at as "editedAt", d.json as details,
  f.state, f.reason, f.preview_sha256 as "previewSha256", f.preview_width as width, f.preview_height as height`
const messageTables = `messages m
  left join message_details d on d.channel = m.channel and d.message_id = m.message_id
  left join media f on f.channel = m.channel and f.time = m.time and f.seq = m.seq`
const answerColumns = 'send_id as "sendId", at, kind as what, texts, message_id as "messageId"'
/** What was said, or may have been; the same words as those of the index. */
const isSaid = "state in ('sent', 'unknown')"

const pages = {
  asc: {
    messages: `select ${messageColumns} from ${messageTables}
      where m.channel = ? and (m.time, m.seq) > (?, ?) and m.time < ? order by m.time, m.seq limit ${given}`,
    gaps: `select time, seq from gaps
      where channel = ? and (time, seq) > (?, ?) and time < ? order by time, seq limit ${given}`,
    answers: `select ${answerColumns} from sends
      where channel = ? and (at, send_id) > (?, ?) and at < ? and ${isSaid} order by at, send_id limit ${given}`,
  },
  desc: {
    messages: `select ${messageColumns} from ${messageTables}
      where m.channel = ? and (m.time, m.seq) < (?, ?) and m.time >= ?
      order by m.time desc, m.seq desc limit ${given}`,
    gaps: `select time, seq from gaps
      where channel = ? and (time, seq) < (?, ?) and time >= ? order by time desc, seq desc limit ${given}`,
    answers: `select ${answerColumns} from sends
      where channel = ? and (at, send_id) < (?, ?) and at >= ? and ${isSaid}
      order by at desc, send_id desc limit ${given}`,
  },
}

/** Each source is asked for a whole page, and the pages are merged: whatever the mixture, nothing is missing from the first of them. */
export async function readTimeline(sql: Reader, channelNo: number, look: TimelineLook): Promise<TimelineRecord[]> {
  const texts = pages[look.order]
  const { start, end } = boundsOf(look)
  const { limit } = look
  const said = [channelNo, start.time, start.rank === 0 ? start.seq : lastSeq, end, limit] as const
  const answered = [channelNo, start.time, start.rank === 1 ? start.seq : 0, end, limit] as const
  const messages = await sql.all<MessageRow>(texts.messages, ...said)
  const gaps = await sql.lists<[time: number, seq: number]>(texts.gaps, ...said)
  const answers = await sql.all<AnswerRow>(texts.answers, ...answered)
  const found: (TimelineRecord | { place: TimelinePlace; row: MessageRow })[] = [
    ...messages.map((row) => ({ place: { time: row.time, rank: 0 as const, seq: row.seq }, row })),
    ...gaps.map(([time, seq]) => ({ place: { time, rank: 0 as const, seq }, kind: 'gap' as const })),
    ...answers.map((row) => ({
      place: { time: row.at, rank: 1 as const, seq: row.sendId },
      kind: 'answer' as const,
      answer: toAnswer(row),
    })),
  ]
  if (found.length > messages.length) found.sort(look.order === 'asc' ? inOrder : (a, b) => inOrder(b, a))
  const complete = createCompletion(sql, channelNo)
  const records: TimelineRecord[] = []
  for (const one of found.slice(0, limit)) {
    records.push('row' in one ? { place: one.place, kind: 'message', message: await complete(one.row) } : one)
  }
  return records
}

const lastSeq = Number.MAX_SAFE_INTEGER

/** The place to start after, and the time to stop at. Sequence numbers and those of sends begin at 1. */
function boundsOf({ order, after, from, to }: TimelineLook): { start: TimelinePlace; end: number } {
  if (order === 'asc') return { start: after && after.time >= from ? after : { time: from, rank: 0, seq: 0 }, end: to }
  return { start: after && after.time < to ? after : { time: to, rank: 0, seq: 0 }, end: from }
}

function inOrder({ place: a }: { place: TimelinePlace }, { place: b }: { place: TimelinePlace }): number {
  return a.time - b.time || a.rank - b.rank || a.seq - b.seq
}

export async function findPlace(sql: Reader, channelNo: number, messageId: string): Promise<Place | undefined> {
  return await sql.get<Place>(
    'select time, seq from message_ids where channel = ? and message_id = ? and time is not null',
    channelNo,
    messageId,
  )
}

export async function listTimelineMessages(
  sql: Reader,
  channelNo: number,
  places: readonly Place[],
): Promise<MessageRecord[]> {
  const complete = createCompletion(sql, channelNo)
  const records: MessageRecord[] = []
  for (let from = 0; from < places.length; from += placesAtOnce) {
    const some = places.slice(from, from + placesAtOnce)
    const rows = await readPlaces(sql, channelNo, some)
    for (const { time, seq } of some) {
      const row = rows.find((one) => one.time === time && one.seq === seq)
      if (row) records.push(await complete(row))
    }
  }
  return records
}

/** One statement for several costs half of one for each. */
const placesAtOnce = 16
const onePlace = `select ${messageColumns} from ${messageTables} where m.channel = ? and m.time = ? and m.seq = ?`
const somePlaces = `select ${messageColumns} from ${messageTables}
  where m.channel = ? and (m.time, m.seq) in (values ${Array(placesAtOnce).fill('(?, ?)').join(', ')})`

/** In any order. Where there are fewer than the statement has room for, the last stands for the rest. */
async function readPlaces(sql: Reader, channelNo: number, places: readonly Place[]): Promise<MessageRow[]> {
  if (places.length < placesAtOnce / 4) {
    const rows: MessageRow[] = []
    for (const { time, seq } of places) rows.push(...(await sql.all<MessageRow>(onePlace, channelNo, time, seq)))
    return rows
  }
  const values: number[] = []
  for (let at = 0; at < placesAtOnce; at++) {
    const { time, seq } = places[Math.min(at, places.length - 1)] as Place
    values.push(time, seq)
  }
  return await sql.all<MessageRow>(somePlaces, channelNo, ...values)
}

export async function listTimelineAnswers(
  sql: Reader,
  channelNo: number,
  sendIds: readonly number[],
): Promise<AnswerItemRecord[]> {
  const records: AnswerItemRecord[] = []
  for (const sendId of sendIds) {
    const row = await sql.get<AnswerRow>(
      `select ${answerColumns} from sends where send_id = ? and channel = ? and ${isSaid}`,
      sendId,
      channelNo,
    )
    if (row) records.push(toAnswer(row))
  }
  return records
}

/** Adds the picture of the sender, which most messages of a page share with others, and the message that is answered. */
function createCompletion(sql: Reader, channelNo: number) {
  const pictures = new Map<string, StoredPicture | null>()
  return async (row: MessageRow): Promise<MessageRecord> => {
    const message = JSON.parse(row.json) as Message
    const details: MessageDetails | null = row.details === null ? null : JSON.parse(row.details)
    const senderId = message.sender.id
    let senderPicture = pictures.get(senderId)
    if (senderPicture === undefined) {
      senderPicture = await findMemberPicture(sql, channelNo, senderId)
      pictures.set(senderId, senderPicture)
    }
    const quotedId = details?.quotedMessageId
    return {
      place: { time: row.time, seq: row.seq },
      messageId: row.messageId,
      message,
      editedAt: row.editedAt,
      details,
      senderPicture,
      quoted: quotedId === undefined ? null : await findQuoted(sql, channelNo, quotedId),
      media: row.state && {
        state: row.state,
        reason: row.reason,
        preview: row.previewSha256 === null ? null : { width: row.width, height: row.height },
      },
    }
  }
}

async function findMemberPicture(sql: Reader, channelNo: number, userId: string): Promise<StoredPicture | null> {
  const row = await sql.get<{ picture_sha256: string | null; picture_type: string | null }>(
    'select picture_sha256, picture_type from members where channel = ? and user_id = ?',
    channelNo,
    userId,
  )
  return row ? toPicture(row) : null
}

async function findQuoted(sql: Reader, channelNo: number, messageId: string): Promise<MessageRecord['quoted']> {
  const found = await findMessage(sql, channelNo, messageId)
  return found ? { sentAt: found.sentAt, message: JSON.parse(found.json) } : null
}

function toAnswer(row: AnswerRow): AnswerItemRecord {
  return { ...row, texts: JSON.parse(row.texts) }
}

import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../../domain/messages/message-json.ts'
import { questionIn, writtenText } from '../../../../domain/messages/message-text.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import type { SentMessageRecord } from '../../../../ports/records.ts'
import { given, type Reader } from '../../sql.ts'

type Row = { message_id: string; time: number; seq: number; json: string; first: string | null; details: string | null }

/** For an edited message the original text is among the versions, under the time of the message. */
const columns = `m.message_id, m.time, m.seq, m.json,
  case when m.edited_at is null then null else (
    select v.content from message_versions v
    where v.channel = m.channel and v.message_id = m.message_id and v.at = m.time
  ) end as first,
  (select d.json from message_details d where d.channel = m.channel and d.message_id = m.message_id) as details`

export async function findSentMessage(
  sql: Reader,
  channelNo: number,
  messageId: string,
): Promise<SentMessageRecord | undefined> {
  const row = await sql.get<Row>(
    `select ${columns} from message_ids i
     join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channelNo,
    messageId,
  )
  return row && toSentMessage(row)
}

export async function listPositions(
  sql: Reader,
  channelNo: number,
  { from, before, limit }: { from: number; before: MessagePosition; limit: number },
): Promise<MessagePosition[]> {
  const rows = await sql.lists<[time: number, seq: number]>(
    `select time, seq from messages where channel = ? and (time, seq) < (?, ?) and time >= ?
     order by time desc, seq desc limit ${given}`,
    channelNo,
    before.time,
    before.seq,
    from,
    limit,
  )
  return rows.map(([time, seq]) => ({ time, seq }))
}

export async function listSentMessages(
  sql: Reader,
  channelNo: number,
  positions: readonly MessagePosition[],
): Promise<SentMessageRecord[]> {
  const said: SentMessageRecord[] = []
  for (const { time, seq } of positions) {
    const row = await sql.get<Row>(
      `select ${columns} from messages m where m.channel = ? and m.time = ? and m.seq = ?`,
      channelNo,
      time,
      seq,
    )
    if (row) said.push(toSentMessage(row))
  }
  return said
}

function toSentMessage(row: Row): SentMessageRecord {
  const message: Message = JSON.parse(row.json)
  // What was asked is the first text; a caption may be empty.
  const text = (row.first ?? writtenText(message)) || (message.type === 'text' ? '' : null)
  const { mentions, isFromBot = false } = readDetails(row.details)
  return {
    messageId: row.message_id,
    sentAt: row.time,
    seq: row.seq,
    sender: message.sender,
    text,
    // After an edit, the mentions are those of another text.
    question: text === null || row.first !== null ? text : questionIn(text, mentions),
    isFromBot,
  }
}

/** Most have none that matter here. What is searched for can't be part of what a member wrote: there, quotes are escaped. */
function readDetails(json: string | null): MessageDetails {
  return json !== null && /"is(?:From)?Bot":true/.test(json) ? JSON.parse(json) : {}
}

import { readMessage } from '../../../domain/messages/message-json.ts'
import type { MessagePosition, StoredMessage } from '../../../ports/reading.ts'
import { createManyReader, positionValues } from '../members/many-reads.ts'
import { given, type Reader, type Sql } from '../sql.ts'

export type StoredRow = [
  time: number,
  seq: number,
  messageId: string,
  json: string,
  editedAt: number | null,
  details: string | null,
]

export const storedColumns = 'm.time, m.seq, m.message_id, m.json, m.edited_at, d.json'
export const storedDetails = 'left join message_details d on d.channel = m.channel and d.message_id = m.message_id'
const storedMessages = `select ${storedColumns} from messages m ${storedDetails}`

/** Values: channel, position to start after, time to stop at, how many. */
export const earliestMessages = `${storedMessages}
  where m.channel = ? and (m.time, m.seq) > (?, ?) and m.time < ? order by m.time, m.seq limit ${given}`
export const latestMessages = `${storedMessages}
  where m.channel = ? and (m.time, m.seq) < (?, ?) and m.time >= ? order by m.time desc, m.seq desc limit ${given}`

const readPositions = createManyReader<StoredRow>(
  (count) =>
    `${storedMessages} where m.channel = ? and (m.time, m.seq) in (values ${Array(count).fill(positionValues)})`,
)

export async function listStoredMessages(
  sql: Reader,
  channelNo: number,
  positions: readonly MessagePosition[],
): Promise<StoredMessage[]> {
  const keyOf = (time: number, seq: number) => `${time} ${seq}`
  const rows = await readPositions(
    sql,
    channelNo,
    positions.map(({ time, seq }) => [time, seq]),
  )
  const found = new Map(rows.map((row) => [keyOf(row[0], row[1]), row]))
  return positions.flatMap(({ time, seq }) => {
    const row = found.get(keyOf(time, seq))
    return row ? [toStored(row)] : []
  })
}

export function toStored([time, seq, messageId, json, editedAt, details]: readonly [
  ...StoredRow,
  ...unknown[],
]): StoredMessage {
  return {
    position: { time, seq },
    messageId,
    message: readMessage(json),
    json,
    editedAt,
    details: details === null ? null : JSON.parse(details),
  }
}

/** Without a time: only its id is known. */
export async function findPosition(
  tx: Sql,
  channelNo: number,
  messageId: string,
): Promise<{ time: number; seq: number; unsent: number } | { time: null; seq: null; unsent: number } | undefined> {
  return await tx.get(
    'select time, seq, unsent from message_ids where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
}

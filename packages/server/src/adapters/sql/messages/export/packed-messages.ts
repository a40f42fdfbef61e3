import { type MessageFigures, mixOf, noFigures, prime } from '../../../../domain/messages/export/message-figures.ts'
import { type Utf8, utf8Of } from '../../../../domain/messages/export/utf8.ts'
import type { MessageDetails } from '../../../../domain/messages/message-json.ts'
import type { ExportLook } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import { given, type Reader } from '../../sql.ts'
import { listStoredMessages, storedDetails } from '../stored-messages.ts'

/** A message of a slice, as it is stored. */
export type PackedMessage = {
  time: number
  seq: number
  json: Utf8
  editedAt: number | null
  details: MessageDetails | null
}

/** Longer messages are read one by one, because neither a row nor a string may be of any length. */
const longestPacked = 32_768

/**
 * A slice as one row: its messages as lines, and their positions and details as numbers and objects with commas between them. A few
 * long texts cost both engines and this process far less than thousands of short ones. JSON has no line breaks.
 */
const packedMessages = (linesOf: (lines: string) => string) => `select
    ${linesOf(`string_agg(case when octet_length(json) <= ${longestPacked} then json else '' end, '\n')`)},
    string_agg(time || ',' || seq || ',' || coalesce(cast(edited_at as text), 'null'), ','),
    string_agg(seq || ',' || details, ',')
  from (select m.time, m.seq, m.json, m.edited_at, d.json as details from messages m ${storedDetails}
    where m.channel = ? and (m.time, m.seq) > (?, ?) and m.time < ? order by m.time, m.seq limit ${given}) as slice`
/** SQLite gives the bytes themselves. */
const texts = {
  sqlite: packedMessages((lines) => `cast(${lines} as blob)`),
  postgres: packedMessages((lines) => lines),
}
type Packed = [lines: Uint8Array | string | null, positions: string | null, details: string | null]

/** `next`: where to continue; undefined at the end. */
export type PackedSlice = {
  messages: PackedMessage[]
  figures: MessageFigures
  /** False if none of them has a file. */
  mayHaveFiles: boolean
  next: MessagePosition | undefined
}

/** Part of the stored JSON of a message with a file. */
export const fileMark = ',"mediaKey":"'

/** The next `examine` messages of a channel, in reading order. */
export async function listPackedMessages(
  sql: Reader,
  channelNo: number,
  { after, to, examine }: Pick<ExportLook, 'to' | 'examine'> & { after: MessagePosition },
): Promise<PackedSlice> {
  const [row] = await sql.lists<Packed>(texts[sql.engine], channelNo, after.time, after.seq, to, examine)
  const [lines = null, positions, details = null] = row ?? []
  if (lines === null) return { messages: [], figures: noFigures, mayHaveFiles: false, next: undefined }
  const utf8 = (typeof lines === 'string' ? Buffer.from(lines) : asBuffer(lines)).toString('latin1')
  const all = unpack(utf8.split('\n'), JSON.parse(`[${positions}]`), readDetails(details))
  const last = all.at(-1)
  const next = all.length < examine || !last ? undefined : { time: last.time, seq: last.seq }
  const hasLong = all.some(({ json }) => json === '')
  const messages = hasLong ? await addLong(sql, channelNo, all) : all
  return { messages, figures: figuresOf(messages), mayHaveFiles: hasLong || utf8.includes(fileMark), next }
}

function unpack(
  lines: readonly Utf8[],
  numbers: readonly (number | null)[],
  details: ReadonlyMap<number, MessageDetails>,
): PackedMessage[] {
  if (numbers.length !== lines.length * 3) throw new Error('The stored JSON of a message has a line break')
  return lines.map((json, index) => {
    const seq = Number(numbers[index * 3 + 1])
    const editedAt = numbers[index * 3 + 2] ?? null
    return { time: Number(numbers[index * 3]), seq, json, editedAt, details: details.get(seq) ?? null }
  })
}

/** By the number of the message, which is unique in its channel. */
function readDetails(packed: string | null): ReadonlyMap<number, MessageDetails> {
  const details = new Map<number, MessageDetails>()
  if (packed === null) return details
  const list: (number | MessageDetails)[] = JSON.parse(`[${packed}]`)
  for (let index = 0; index < list.length; index += 2) {
    details.set(list[index] as number, list[index + 1] as MessageDetails)
  }
  return details
}

/** One that was unsent meanwhile is dropped. */
async function addLong(sql: Reader, channelNo: number, messages: PackedMessage[]): Promise<PackedMessage[]> {
  for (const message of messages.filter(({ json }) => json === '')) {
    const [found] = await listStoredMessages(sql, channelNo, [message])
    if (found) message.json = utf8Of(found.json)
  }
  return messages.filter(({ json }) => json !== '')
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length)

/** As the survey counts them in SQL. */
function figuresOf(messages: readonly PackedMessage[]): MessageFigures {
  let bytes = 0
  let mixed = 0
  for (const { seq, editedAt, json } of messages) {
    bytes += json.length
    mixed += mixOf({ seq, editedAt, bytes: json.length })
  }
  return { count: messages.length, bytes, mixed: mixed % prime }
}

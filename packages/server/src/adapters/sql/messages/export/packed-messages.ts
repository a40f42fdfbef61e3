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
 * A slice as one row: its messages as lines, their positions as numbers with commas between them, and what only some have, after the
 * number of its message. A few long texts cost both engines and this process far less than thousands of short ones. JSON has no line
 * breaks.
 */
const packedMessages = ({ bytes, list }: Record<'bytes' | 'list', (sql: string) => string>) => `select
    ${bytes(`string_agg(case when octet_length(json) <= ${longestPacked} then json else '' end, '\n')`)},
    ${list('time')}, ${list('seq')},
    string_agg(case when edited_at is not null then seq || ',' || edited_at end, ','),
    string_agg(case when details is not null then seq || ',' || details end, ',')
  from (select m.time, m.seq, m.json, m.edited_at, d.json as details from messages m ${storedDetails}
    where m.channel = ? and (m.time, m.seq) > (?, ?) and m.time < ? order by m.time, m.seq limit ${given}) as slice`
const texts = {
  // The bytes themselves.
  sqlite: packedMessages({ bytes: (text) => `cast(${text} as blob)`, list: (column) => `string_agg(${column}, ',')` }),
  // The driver decodes every text from UTF-8, which takes three times as long as bytes in Base64. Joining numbers as texts is slow, too.
  postgres: packedMessages({
    bytes: (text) => `encode(convert_to(${text}, 'UTF8'), 'base64')`,
    list: (column) => `array_to_string(array_agg(${column}), ',')`,
  }),
}
type Text = string | null
type Packed = [lines: Uint8Array | Text, times: Text, seqs: Text, edits: Text, details: Text]

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
  const [lines = null, times, seqs, edits = null, details = null] = row ?? []
  if (lines === null) return { messages: [], figures: noFigures, mayHaveFiles: false, next: undefined }
  const utf8 = (typeof lines === 'string' ? Buffer.from(lines, 'base64') : asBuffer(lines)).toString('latin1')
  const positions = { times: JSON.parse(`[${times}]`), seqs: JSON.parse(`[${seqs}]`) }
  const all = unpack(utf8.split('\n'), positions, { edits: readSome(edits), details: readSome(details) })
  const last = all.at(-1)
  const next = all.length < examine || !last ? undefined : { time: last.time, seq: last.seq }
  const hasLong = all.some(({ json }) => json === '')
  const messages = hasLong ? await addLong(sql, channelNo, all) : all
  return { messages, figures: figuresOf(messages), mayHaveFiles: hasLong || utf8.includes(fileMark), next }
}

function unpack(
  lines: readonly Utf8[],
  { times, seqs }: { times: readonly number[]; seqs: readonly number[] },
  some: { edits: ReadonlyMap<number, number>; details: ReadonlyMap<number, MessageDetails> },
): PackedMessage[] {
  if (seqs.length !== lines.length) throw new Error('The stored JSON of a message has a line break')
  return lines.map((json, index) => {
    const [time = 0, seq = 0] = [times[index], seqs[index]]
    return { time, seq, json, editedAt: some.edits.get(seq) ?? null, details: some.details.get(seq) ?? null }
  })
}

/** By the number of the message, which is unique in its channel. */
function readSome<T>(packed: Text): ReadonlyMap<number, T> {
  const found = new Map<number, T>()
  if (packed === null) return found
  const list: (number | T)[] = JSON.parse(`[${packed}]`)
  for (let index = 0; index < list.length; index += 2) found.set(list[index] as number, list[index + 1] as T)
  return found
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

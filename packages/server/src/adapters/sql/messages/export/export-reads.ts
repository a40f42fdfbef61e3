import type { MediaState, MediaType } from '@innkeeper/contract'
import type { MediaEntry, MessageEntry } from '../../../../domain/messages/export/records.ts'
import { utf8Of } from '../../../../domain/messages/export/utf8.ts'
import type { ExportEntry, ExportLook, ExportSlice } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import { listShownFormats } from '../../imports/import-reads.ts'
import { createManyReader } from '../../members/many-reads.ts'
import type { Reader } from '../../sql.ts'
import { readMarks } from './export-marks.ts'
import { fileMark, listPackedMessages, type PackedMessage } from './packed-messages.ts'
import { StoredEntry } from './stored-entry.ts'

type FileRow = [
  seq: number,
  state: MediaState,
  type: MediaType,
  reason: string | null,
  sha256: string | null,
  sizeBytes: number | null,
  previewSha256: string | null,
  width: number | null,
  height: number | null,
]

const files = `select seq, state, type, reason, sha256, size_bytes, preview_sha256, preview_width, preview_height from media
  where channel = ? and (time, seq) >= (?, ?) and (time, seq) <= (?, ?)`

const readVersions = createManyReader<[messageId: string, at: number, content: string]>(
  (count) => `select message_id, at, content from message_versions
    where channel = ? and message_id in (${Array(count).fill('?')}) order by message_id, at`,
)

const readQuoted = createManyReader<[messageId: string, time: number, json: string]>(
  (count) => `select i.message_id, m.time, m.json from message_ids i
    join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
    where i.channel = ? and i.message_id in (${Array(count).fill('?')})`,
)

/** Each message costs little more than its row: its JSON is neither parsed nor rendered here. */
export async function readForExport(sql: Reader, channelNo: number, look: ExportLook): Promise<ExportSlice> {
  const { to, examine } = look
  const after = startOf(look)
  const {
    messages: all,
    figures,
    mayHaveFiles,
    next,
  } = await listPackedMessages(sql, channelNo, { after, to, examine })
  const matches = matcherOf(look)
  const found = matches ? all.filter(matches) : all
  const bytes = matches ? found.reduce((sum, { json }) => sum + json.length, 0) : figures.bytes
  const media = mayHaveFiles ? await listMedia(sql, channelNo, found) : new Map()
  const messages = await complete(sql, channelNo, { messages: found, media }, look)
  const marks = look.isWhole ? await readMarks(sql, channelNo, { after, end: next, to }) : []
  return { entries: merge(messages, marks), figures, bytes, next }
}

/** Sequence numbers start at 1. */
export function startOf({ after, from }: Pick<ExportLook, 'after' | 'from'>): MessagePosition {
  return after && after.time >= from ? after : { time: from, seq: 0 }
}

/** What the stored JSON of a matching message contains. Inside a text, quotes are escaped, so these match nothing else. */
export function marksOf({ sender, type }: Pick<ExportLook, 'sender' | 'type'>): { sender: string; type: string } {
  return {
    sender: sender === null ? '' : `"sender":{"id":${JSON.stringify(sender)},`,
    type: type === null ? '' : `},"type":"${type}"`,
  }
}

/** Undefined if every message matches. */
function matcherOf(look: ExportLook): ((message: PackedMessage) => boolean) | undefined {
  const marks = marksOf(look)
  const [sender, type] = [utf8Of(marks.sender), utf8Of(marks.type)]
  if (sender === '' && type === '') return undefined
  return ({ json }) => json.includes(sender) && json.includes(type)
}

async function complete(
  sql: Reader,
  channelNo: number,
  { messages, media }: { messages: readonly PackedMessage[]; media: ReadonlyMap<number, MediaEntry> },
  { from, to, isWhole }: ExportLook,
): Promise<MessageEntry[]> {
  const entries = messages.map((message) => new StoredEntry(message, media.get(message.seq) ?? null))
  await addVersions(sql, channelNo, entries)
  await addQuoted(sql, channelNo, entries, { from, to, isWhole })
  await addFormats(sql, channelNo, entries)
  return entries
}

/** By the number of the message, which is unique in its channel. */
async function listMedia(
  sql: Reader,
  channelNo: number,
  messages: readonly PackedMessage[],
): Promise<Map<number, MediaEntry>> {
  const withFile = messages.filter(({ json }) => json.includes(fileMark))
  const [first, last] = [withFile[0], withFile.at(-1)]
  if (!first || !last) return new Map()
  const found = await sql.lists<FileRow>(files, channelNo, first.time, first.seq, last.time, last.seq)
  return new Map(found.map((row) => [row[0], toMedia(row)]))
}

function toMedia([, state, type, reason, sha256, sizeBytes, preview, width, height]: FileRow): MediaEntry {
  if (state === 'lost') return { state, reason: reason ?? '' }
  if (state !== 'stored' || sha256 === null) return { state: 'pending' }
  return {
    state,
    type,
    sha256,
    sizeBytes: sizeBytes ?? 0,
    path: null,
    preview: preview === null ? null : { sha256: preview, width, height },
  }
}

async function addVersions(sql: Reader, channelNo: number, entries: readonly StoredEntry[]): Promise<void> {
  const edited = new Map(entries.filter(({ editedAt }) => editedAt !== null).map((entry) => [entry.id, entry]))
  const ids = Array.from(edited.keys(), (id) => [id])
  for (const [id, at, content] of await readVersions(sql, channelNo, ids))
    edited.get(id)?.versions.push({ at, content })
}

/** Only what belongs to the same part: so a part never keeps a text that was unsent from another one. */
async function addQuoted(
  sql: Reader,
  channelNo: number,
  entries: MessageEntry[],
  { from, to, isWhole }: Pick<ExportLook, 'from' | 'to' | 'isWhole'>,
): Promise<void> {
  const quoting = entries.filter(({ details }) => details?.quotedMessageId !== undefined)
  if (quoting.length === 0) return
  const ids = new Set(quoting.map(({ details }) => details?.quotedMessageId ?? ''))
  const rows = isWhole
    ? await readQuoted(
        sql,
        channelNo,
        Array.from(ids, (id) => [id]),
      )
    : []
  const quoted = new Map(rows.map(([id, time, json]) => [id, { time, json }]))
  for (const entry of quoting) {
    const id = entry.details?.quotedMessageId ?? ''
    const found = quoted.get(id)
    const isInside = found !== undefined && found.time >= from && found.time < to
    entry.quoted = { id, message: isInside ? JSON.parse(found.json) : null }
  }
}

async function addFormats(sql: Reader, channelNo: number, entries: readonly StoredEntry[]): Promise<void> {
  const imported = entries.filter(({ details }) => details?.imported)
  const ids = imported.map(({ id }) => id)
  const formats = await listShownFormats(sql, channelNo, ids)
  for (const entry of imported) entry.imported = formats.get(entry.id)
}

/** Both are in order. A message that was unsent between the two reads is dropped: its gap is there already. */
function merge(messages: MessageEntry[], marks: ExportEntry[]): ExportEntry[] {
  if (marks.length === 0) return messages
  const gaps = new Set(marks.flatMap((mark) => (mark.kind === 'gap' ? [`${mark.time} ${mark.seq}`] : [])))
  const left = messages.filter(({ time, seq }) => !gaps.has(`${time} ${seq}`))
  return [...left, ...marks].sort((a, b) => a.time - b.time || rankOf(a) - rankOf(b) || numberOf(a) - numberOf(b))
}

/** What the bot said comes after everything else of the same moment. */
const rankOf = ({ kind }: ExportEntry): number => (kind === 'answer' ? 1 : 0)
const numberOf = (entry: ExportEntry): number => (entry.kind === 'answer' ? entry.id : entry.seq)

import type { MediaType } from '@innkeeper/contract'
import { writtenText } from '../../../domain/messages/message-text.ts'
import type { FileRef } from '../../../ports/connector.ts'
import type { MessagePosition, Span } from '../../../ports/reading.ts'
import type { MediaRecord, PageRecord, PreviewRecord } from '../../../ports/records.ts'
import { given, type Reader } from '../sql.ts'

const emptyPage: PageRecord = { json: new Uint8Array(), count: 0, next: undefined, earliest: undefined }

type Source = { table: 'messages' | 'media'; where: string }
type Texts = { page: string; edge: string; tiedEdge: string; rows: string }

const messages = statements({ table: 'messages', where: '' })
const media = statements({ table: 'media', where: "and state = 'stored'" })

export const readMessages = (sql: Reader, channelNo: number, span: Span) => readPage(sql, channelNo, messages, span)
export const readMedia = (sql: Reader, channelNo: number, span: Span) => readPage(sql, channelNo, media, span)

function readPage(
  sql: Reader,
  channelNo: number,
  texts: Record<'asc' | 'desc', Texts>,
  span: Span,
): Promise<PageRecord> {
  const { page, edge, tiedEdge, rows } = texts[span.order]
  return sql.engine === 'sqlite'
    ? joinInside(sql, channelNo, { page, edge, tiedEdge }, span)
    : joinRows(sql, channelNo, rows, span)
}

/**
 * SQLite joins the stored JSON texts of a page and returns them as bytes, so nothing is decoded and encoded again. A full page
 * also reads its last position; both reads see the same snapshot.
 */
async function joinInside(
  sql: Reader,
  channelNo: number,
  { page, edge, tiedEdge }: Omit<Texts, 'rows'>,
  span: Span,
): Promise<PageRecord> {
  const [start, startSeq, end] = boundsOf(span)
  const [row] = await sql.lists<[json: Uint8Array | null, count: number, earliest: number, latest: number]>(
    page,
    channelNo,
    start,
    startSeq,
    end,
    span.limit,
  )
  if (!row || row[0] === null) return emptyPage
  const [json, count, earliest, latest] = row
  if (count < span.limit) return { json, count, next: undefined, earliest }
  // The time of the last row is known; if no other row has that time, it identifies the row. If several have it, the row is
  // found by counting, which costs as much as the page.
  const lastTime = span.order === 'asc' ? latest : earliest
  let [last, beyond] = await sql.lists<[time: number, seq: number]>(edge, channelNo, lastTime, end)
  if (last?.[0] !== lastTime || beyond?.[0] === lastTime) {
    ;[last, beyond] = await sql.lists(tiedEdge, channelNo, start, startSeq, end, span.limit - 1)
  }
  return { json, count, next: last && beyond && { time: last[0], seq: last[1] }, earliest }
}

/** On PostgreSQL two statements may see two states of the store, so one statement reads one row more than the page has. */
async function joinRows(sql: Reader, channelNo: number, text: string, span: Span): Promise<PageRecord> {
  const rows = await sql.lists<[time: number, seq: number, json: string]>(
    text,
    channelNo,
    ...boundsOf(span),
    span.limit + 1,
  )
  const page = rows.slice(0, span.limit)
  const last = page.at(-1)
  if (!last) return emptyPage
  const [first = last] = page
  return {
    json: Buffer.from(page.map(([, , json]) => json).join(',')),
    count: page.length,
    next: rows.length > page.length ? { time: last[0], seq: last[1] } : undefined,
    earliest: span.order === 'asc' ? first[0] : last[0],
  }
}

/**
 * The position alone is the bound on the side where reading starts: with an additional condition on the time, the engine would
 * search by time and step over every row before the position.
 */
function statements({ table, where }: Source): Record<'asc' | 'desc', Texts> {
  const texts = (start: string, sooner: string, end: string, order: string) => {
    const rows = `from ${table} where channel = ? and ${start} and ${end} ${where} order by ${order}`
    return {
      page: `select cast(string_agg(json, ',') as blob), count(*), min(time), max(time)
        from (select json, time ${rows} limit ${given}) as page`,
      edge: `select time, seq from ${table} where channel = ? and ${sooner} and ${end} ${where} order by ${order} limit 2`,
      tiedEdge: `select time, seq ${rows} limit 2 offset ${given}`,
      rows: `select time, seq, json ${rows} limit ${given}`,
    }
  }
  return {
    asc: texts('(time, seq) > (?, ?)', 'time >= ?', 'time < ?', 'time, seq'),
    desc: texts('(time, seq) < (?, ?)', 'time <= ?', 'time >= ?', 'time desc, seq desc'),
  }
}

/** The position to start after, then the time to stop at. Sequence numbers start at 1. */
function boundsOf({ order, after, from, to }: Omit<Span, 'limit'>): [number, number, number] {
  if (order === 'asc') {
    const start = after && after.time >= from ? after : { time: from, seq: 0 }
    return [start.time, start.seq, to]
  }
  const start: MessagePosition = after && after.time < to ? after : { time: to, seq: 0 }
  return [start.time, start.seq, from]
}

export async function findMessage(
  sql: Reader,
  channelNo: number,
  messageId: string,
): Promise<{ sentAt: number; json: string } | undefined> {
  const row = await sql.get<{ time: number; json: string }>(
    `select m.time, m.json from message_ids i
     join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channelNo,
    messageId,
  )
  return row && { sentAt: row.time, json: row.json }
}

export async function listVersions(
  sql: Reader,
  channelNo: number,
  messageId: string,
): Promise<{ at: number; content: string }[]> {
  const message = await sql.get<{ at: number; json: string }>(
    `select coalesce(m.edited_at, m.time) as at, m.json from message_ids i
     join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channelNo,
    messageId,
  )
  const current = message && writtenText(JSON.parse(message.json))
  if (!message || current === undefined) return []
  const earlier = await sql.all<{ at: number; content: string }>(
    'select at, content from message_versions where channel = ? and message_id = ? order by at',
    channelNo,
    messageId,
  )
  // A file that never had a caption.
  if (current === '' && earlier.length === 0) return []
  return [...earlier, { at: message.at, content: current }]
}

export async function findMedia(sql: Reader, channelNo: number, messageId: string): Promise<MediaRecord | undefined> {
  const row = await sql.get<
    FileColumns & {
      time: number
      type: MediaType
      state: MediaRecord['state']
      sha256: string | null
      size_bytes: number | null
      file_name: string | null
      reason: string | null
      source_url: string | null
      source_preview_url: string | null
      preview_state: PreviewRecord['state'] | null
      preview_sha256: string | null
    }
  >(
    `select m.time, m.type, m.state, m.sha256, m.size_bytes, m.file_name, m.reason, m.source_url, m.source_preview_url,
       m.preview_state, m.preview_sha256, m.file_ref, m.file_preview_ref, m.file_size_bytes, m.file_content_type
     from message_ids i
     join media m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channelNo,
    messageId,
  )
  if (!row) return undefined
  const common = {
    sentAt: row.time,
    type: row.type,
    fileName: row.file_name,
    sourceUrl: row.source_url,
    sourcePreviewUrl: row.source_preview_url,
    file: toFileRef(row),
  }
  if (row.state === 'stored' && row.sha256 !== null && row.size_bytes !== null) {
    const { sha256, preview_state: state, preview_sha256: previewSha256 } = row
    const preview: PreviewRecord =
      previewSha256 === null
        ? { state: state === 'pending' ? 'pending' : 'none' }
        : { state: 'stored', sha256: previewSha256 }
    return { ...common, state: 'stored', sha256, sizeBytes: row.size_bytes, preview }
  }
  return row.state === 'lost' ? { ...common, state: 'lost', reason: row.reason ?? '' } : { ...common, state: 'pending' }
}

type FileColumns = {
  file_ref: string | null
  file_preview_ref: string | null
  file_size_bytes: number | null
  file_content_type: string | null
}

function toFileRef(row: FileColumns): FileRef | null {
  if (row.file_ref === null) return null
  return {
    ref: row.file_ref,
    ...(row.file_preview_ref !== null && { previewRef: row.file_preview_ref }),
    ...(row.file_size_bytes !== null && { sizeBytes: row.file_size_bytes }),
    ...(row.file_content_type !== null && { contentType: row.file_content_type }),
  }
}

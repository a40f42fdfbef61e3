import type { MediaType } from '@innkeeper/contract'
import type { MediaRecord, PageRecord, Place, Span } from '../../../ports/store.ts'
import type { Sql } from '../sql.ts'

type Source = { table: 'messages' | 'media'; where: string }
type Row = { json: string | null; count: number; last_time: number; earliest: number; seqs: string }

const messages: Source = { table: 'messages', where: '' }
const media: Source = { table: 'media', where: "and state = 'stored'" }

export const readMessages = (sql: Sql, channelNo: number, span: Span) => readPage(sql, channelNo, messages, span)
export const readMedia = (sql: Sql, channelNo: number, span: Span) => readPage(sql, channelNo, media, span)

/**
 * The engine joins the ready JSON texts of a page, so that one string crosses into JavaScript instead of fifty rows.
 * The place alone is the lower bound: with a second condition on the time beside it, the engine would search by time
 * and step over every row before the place.
 */
async function readPage(sql: Sql, channelNo: number, source: Source, span: Span): Promise<PageRecord> {
  const statements = texts(source, span.order)
  const bounds = boundsOf(span)
  const row = await sql.get<Row>(statements.page, channelNo, ...bounds, span.limit)
  if (!row || row.json === null) {
    return { json: '', count: 0, last: undefined, earliest: undefined, hasMore: false }
  }
  const last = { time: row.last_time, seq: Number(row.seqs.slice(row.seqs.lastIndexOf(',') + 1)) }
  const hasMore =
    row.count === span.limit &&
    (await sql.get(statements.next, channelNo, ...boundsOf({ ...span, after: last }))) !== undefined
  return { json: row.json, count: row.count, last, earliest: row.earliest, hasMore }
}

function texts({ table, where }: Source, order: 'asc' | 'desc') {
  const rows =
    order === 'asc'
      ? `from ${table} where channel = ? and (time, seq) > (?, ?) and time < ? ${where} order by time, seq`
      : `from ${table} where channel = ? and (time, seq) < (?, ?) and time >= ? ${where} order by time desc, seq desc`
  return {
    page: `select string_agg(json, ',') as json, count(*) as count, min(time) as earliest,
      ${order === 'asc' ? 'max' : 'min'}(time) as last_time, string_agg(cast(seq as text), ',') as seqs
      from (select json, time, seq ${rows} limit ?) as page`,
    next: `select 1 ${rows} limit 1`,
  }
}

/** The place to start after, then the time to stop at. Sequence numbers begin at 1. */
function boundsOf({ order, after, from, to }: Omit<Span, 'limit'>): [number, number, number] {
  if (order === 'asc') {
    const start = after && after.time >= from ? after : { time: from, seq: 0 }
    return [start.time, start.seq, to]
  }
  const start: Place = after && after.time < to ? after : { time: to, seq: 0 }
  return [start.time, start.seq, from]
}

export async function findMessage(
  sql: Sql,
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

export async function findMedia(sql: Sql, channelNo: number, messageId: string): Promise<MediaRecord | undefined> {
  const row = await sql.get<{
    time: number
    type: MediaType
    state: MediaRecord['state']
    sha256: string | null
    size_bytes: number | null
    file_name: string | null
    reason: string | null
  }>(
    `select m.time, m.type, m.state, m.sha256, m.size_bytes, m.file_name, m.reason from message_ids i
     join media m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channelNo,
    messageId,
  )
  if (!row) return undefined
  const common = { sentAt: row.time, type: row.type, fileName: row.file_name }
  if (row.state === 'stored' && row.sha256 !== null && row.size_bytes !== null) {
    return { ...common, state: 'stored', sha256: row.sha256, sizeBytes: row.size_bytes }
  }
  return row.state === 'lost' ? { ...common, state: 'lost', reason: row.reason ?? '' } : { ...common, state: 'pending' }
}

export async function isBlobReferenced(sql: Sql, sha256: string): Promise<boolean> {
  return (await sql.get('select 1 from media where sha256 = ? limit 1', sha256)) !== undefined
}

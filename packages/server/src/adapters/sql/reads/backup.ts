import type { MediaType } from '@innkeeper/contract'
import type { MediaRecord, PageRecord, Place, Span } from '../../../ports/store.ts'
import type { Sql } from '../sql.ts'

type Source = { table: 'messages' | 'media'; where: string }
type Row = [json: string, time: number, seq: number]

const messages = statements({ table: 'messages', where: '' })
const media = statements({ table: 'media', where: "and state = 'stored'" })

export const readMessages = (sql: Sql, channelNo: number, span: Span) => readPage(sql, channelNo, messages, span)
export const readMedia = (sql: Sql, channelNo: number, span: Span) => readPage(sql, channelNo, media, span)

/** One row more than the page holds is read, to know whether there is a next one. */
async function readPage(
  sql: Sql,
  channelNo: number,
  texts: Record<'asc' | 'desc', string>,
  span: Span,
): Promise<PageRecord> {
  const rows = await sql.lists<Row>(texts[span.order], channelNo, ...boundsOf(span), span.limit + 1)
  const count = Math.min(rows.length, span.limit)
  let json = ''
  let earliest = Number.MAX_SAFE_INTEGER
  let last: Place | undefined
  for (let index = 0; index < count; index++) {
    const [text, time, seq] = rows[index] as Row
    json += index === 0 ? text : `,${text}`
    if (time < earliest) earliest = time
    if (index === count - 1) last = { time, seq }
  }
  return { json, count, last, earliest: last && earliest, hasMore: rows.length > count }
}

/**
 * The place alone is the bound on the side the reading starts: with a second condition on the time beside it, the engine
 * would search by time and step over every row before the place.
 */
function statements({ table, where }: Source): Record<'asc' | 'desc', string> {
  return {
    asc: `select json, time, seq from ${table}
      where channel = ? and (time, seq) > (?, ?) and time < ? ${where} order by time, seq limit ?`,
    desc: `select json, time, seq from ${table}
      where channel = ? and (time, seq) < (?, ?) and time >= ? ${where} order by time desc, seq desc limit ?`,
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

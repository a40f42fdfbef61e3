import { type MediaType, mediaTypes } from '@innkeeper/contract'
import type { GalleryCounts, GalleryFilter, GalleryQuery, GalleryRecord } from '../../../ports/reading.ts'
import { listOrigins } from '../imports/import-reads.ts'
import { storedDetails } from '../messages/stored-messages.ts'
import { given, type Reader, type Value } from '../sql.ts'

type Row = {
  time: number
  seq: number
  json: string
  previewSha256: string | null
  width: number | null
  height: number | null
  messageId: string
  details: string | null
}

/** There are indexes by type and by person, so that a few among many are found quickly. */
function selectPage(conditions: string): string {
  return `select f.time, f.seq, m.json, f.preview_sha256 as "previewSha256", f.preview_width as width, f.preview_height as height,
      m.message_id as "messageId", d.json as details
    from media f join messages m on m.channel = f.channel and m.time = f.time and m.seq = f.seq ${storedDetails}
    where f.channel = ? and ${conditions} f.state = 'stored' and (f.time, f.seq) < (?, ?) and f.time >= ?
    order by f.time desc, f.seq desc limit ${given}`
}
const pages = { all: selectPage(''), ofType: selectPage('f.type = ? and') }
const pageOfPerson = selectPage('f.user_id = ? and f.type = ? and')

export async function readGallery(sql: Reader, channelNo: number, look: GalleryQuery): Promise<GalleryRecord[]> {
  const { type, sender, from, to, before, limit } = look
  const start = before && before.time < to ? before : { time: to, seq: 0 }
  const read = (text: string, ...values: Value[]) =>
    sql.all<Row>(text, channelNo, ...values, start.time, start.seq, from, limit)
  if (sender === undefined)
    return await toRecords(sql, channelNo, await (type ? read(pages.ofType, type) : read(pages.all)))
  // The index of a person begins with the type, which every count needs. A page of each type contains a page of all.
  const rows = []
  for (const one of type ? [type] : mediaTypes) rows.push(...(await read(pageOfPerson, sender, one)))
  rows.sort((a, b) => b.time - a.time || b.seq - a.seq)
  return await toRecords(sql, channelNo, rows.slice(0, limit))
}

async function toRecords(sql: Reader, channelNo: number, rows: readonly Row[]): Promise<GalleryRecord[]> {
  const records = rows.map(({ time, seq, json, previewSha256, width, height, messageId, details }) => ({
    position: { time, seq },
    messageId,
    message: JSON.parse(json),
    preview: previewSha256 === null ? null : { width, height },
    details: details === null ? null : JSON.parse(details),
  }))
  const origins = await listOrigins(sql, channelNo, records)
  return records.map(({ messageId, ...record }) => ({ ...record, imported: origins.get(messageId) ?? null }))
}

const count = (ofPerson: string) => `select type, count(*) as files from media
  where channel = ? and ${ofPerson} state = 'stored' and time >= ? and time < ? group by type`
const counts = { all: count(''), ofPerson: count('user_id = ? and') }

export async function countGallery(
  sql: Reader,
  channelNo: number,
  { sender, from, to }: GalleryFilter,
): Promise<GalleryCounts> {
  const rows = await sql.all<{ type: MediaType; files: number }>(
    sender === undefined ? counts.all : counts.ofPerson,
    channelNo,
    ...(sender === undefined ? [] : [sender]),
    from,
    to,
  )
  const found = new Map(rows.map(({ type, files }) => [type, files]))
  const of = (type: MediaType) => found.get(type) ?? 0
  return { image: of('image'), video: of('video'), audio: of('audio'), file: of('file') }
}

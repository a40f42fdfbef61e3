import type { GalleryQuery, GalleryRecord } from '../../../ports/reading.ts'
import { given, type Reader } from '../sql.ts'

type Row = {
  time: number
  seq: number
  json: string
  previewSha256: string | null
  width: number | null
  height: number | null
}

/** There is an index by type, so that a few voice messages among many pictures are found quickly. */
const texts = { all: page(''), ofType: page('f.type = ? and') }

function page(ofType: string): string {
  return `select f.time, f.seq, m.json, f.preview_sha256 as "previewSha256", f.preview_width as width, f.preview_height as height
    from media f join messages m on m.channel = f.channel and m.time = f.time and m.seq = f.seq
    where f.channel = ? and ${ofType} f.state = 'stored' and (f.time, f.seq) < (?, ?) and f.time >= ?
    order by f.time desc, f.seq desc limit ${given}`
}

export async function readGallery(sql: Reader, channelNo: number, look: GalleryQuery): Promise<GalleryRecord[]> {
  const { type, from, to, before } = look
  const start = before && before.time < to ? before : { time: to, seq: 0 }
  const rows = await sql.all<Row>(
    type === undefined ? texts.all : texts.ofType,
    channelNo,
    ...(type === undefined ? [] : [type]),
    start.time,
    start.seq,
    from,
    look.limit,
  )
  return rows.map((row) => ({
    position: { time: row.time, seq: row.seq },
    message: JSON.parse(row.json),
    preview: row.previewSha256 === null ? null : { width: row.width, height: row.height },
  }))
}

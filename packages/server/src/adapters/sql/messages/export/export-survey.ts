import type { MarkSurvey, ExportSpan as Span, SurveySlice } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import { toPicture } from '../../media/picture-reads.ts'
import { createManyReader } from '../../members/many-reads.ts'
import { given, type Reader } from '../../sql.ts'
import { marksOf, startOf } from './export-reads.ts'

/** Keeps sums within 53 bits. A prime, so that what differs in one row rarely cancels out in the sum. */
const mix = (value: string) => `cast(coalesce(sum((${value}) % 1000000007), 0) as bigint)`
const span = 'channel = ? and (time, seq) > (?, ?) and (time, seq) <= (?, ?)'
const during = 'channel = ? and time >= ? and time < ?'
const isWanted = "state = 'stored' and (? = '' or user_id = ?) and (? = '' or type = ?)"

const endOfSlice = `select time, seq from messages where channel = ? and (time, seq) > (?, ?) and time < ?
  order by time, seq limit 1 offset ${given}`

/** An edit changes `edited_at`, the arrival of a file its state, and everything else the number of rows. */
const messages = `select count(*), cast(coalesce(sum(octet_length(json)), 0) as bigint),
    ${mix('seq * 7919 + coalesce(edited_at, 0) % 1000003 * 31 + octet_length(json)')}, max(time),
    coalesce(max(seq), 0)
  from messages where ${span}`
const matching = `select count(*), cast(coalesce(sum(octet_length(json)), 0) as bigint), max(time)
  from messages where ${span} and instr(json, ?) > 0 and instr(json, ?) > 0`
type Counted = [count: number, bytes: number, mixed: number, lastAt: number | null, lastSeq: number]
type Matched = readonly [count: number, bytes: number, lastAt: number | null]

export async function surveyMessages(sql: Reader, channelNo: number, look: Span): Promise<SurveySlice> {
  const after = startOf(look)
  const next = await findEnd(sql, channelNo, look, after)
  const end = next ?? { time: look.to - 1, seq: Number.MAX_SAFE_INTEGER }
  const between = [channelNo, after.time, after.seq, end.time, end.seq] as const
  const [all] = await sql.lists<Counted>(messages, ...between)
  const [count = 0, bytes = 0, mixed = 0, lastAt = null, lastSeq = 0] = all ?? []
  const { sender, type } = marksOf(look)
  const isFiltered = sender !== '' || type !== ''
  const [matched]: Matched[] = isFiltered
    ? await sql.lists<[number, number, number | null]>(matching, ...between, sender, type)
    : [[count, bytes, lastAt]]
  return {
    messages: matched?.[0] ?? 0,
    bytes: matched?.[1] ?? 0,
    lastAt: matched?.[2] ?? null,
    lastSeq,
    figures: [count, bytes, mixed],
    next,
  }
}

const media = `select count(*), ${mix(`seq * 7919 + coalesce(size_bytes, 0) * 5 + length(state)
    + case when preview_sha256 is null then 0 else 3 end`)},
    cast(coalesce(sum(case when ${isWanted} then 1 else 0 end), 0) as bigint),
    cast(coalesce(sum(case when ${isWanted} then size_bytes else 0 end), 0) as bigint)
  from media where ${during}`
const marks = `select
    (select count(*) from gaps where ${during}),
    (select ${mix('seq')} from gaps where ${during}),
    (select count(*) from happenings where ${during}),
    (select ${mix('seq % 1000003 * 7919 + time % 1000003')} from happenings where ${during}),
    (select count(*) from sends where channel = ? and said_at >= ? and said_at < ? and state in ('sent', 'unknown')),
    (select ${mix('send_id % 1000003 * 7919 + said_at % 1000003')} from sends
      where channel = ? and said_at >= ? and said_at < ? and state in ('sent', 'unknown'))`

export async function surveyMarks(
  sql: Reader,
  channelNo: number,
  { from, to, sender, type }: Omit<Span, 'after' | 'examine'>,
): Promise<MarkSurvey> {
  const wanted = [sender ?? '', sender ?? '', type ?? '', type ?? '']
  const time = [channelNo, from, to]
  const [files] = await sql.lists<number[]>(media, ...wanted, ...wanted, ...time)
  const [others] = await sql.lists<number[]>(marks, ...time, ...time, ...time, ...time, ...time, ...time)
  const [count = 0, mixed = 0, arrived = 0, bytes = 0] = files ?? []
  return { files: arrived, fileBytes: bytes, figures: [count, mixed, arrived, ...(others ?? [])] }
}

async function findEnd(
  sql: Reader,
  channelNo: number,
  { to, examine }: Span,
  after: MessagePosition,
): Promise<MessagePosition | undefined> {
  const [end] = await sql.lists<[time: number, seq: number]>(
    endOfSlice,
    channelNo,
    after.time,
    after.seq,
    to,
    examine - 1,
  )
  return end && { time: end[0], seq: end[1] }
}

type PersonRow = [id: string, name: string, sha256: string | null, type: string | null]

const readPeople = createManyReader<PersonRow>(
  (count) => `select user_id, display_name, picture_sha256, picture_type from members
    where channel = ? and user_id in (${Array(count).fill('?')})`,
)

export async function listExportPeople(sql: Reader, channelNo: number, userIds: readonly string[]) {
  const rows = await readPeople(
    sql,
    channelNo,
    userIds.map((id) => [id]),
  )
  return rows.map(([id, name, picture_sha256, picture_type]) => ({
    id,
    name,
    picture: toPicture({ picture_sha256, picture_type }),
  }))
}

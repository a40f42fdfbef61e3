import { mixInSql, prime } from '../../../../domain/messages/export/message-figures.ts'
import type { MarkSurvey, ExportSpan as Span, SurveySlice } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import { toPicture } from '../../media/picture-reads.ts'
import { createManyReader } from '../../members/many-reads.ts'
import { given, type Reader } from '../../sql.ts'
import { marksOf, startOf } from './export-reads.ts'

const sum = (value: string) => `cast(coalesce(sum(${value}), 0) as bigint)`
const mix = (value: string) => sum(`(${value}) % ${prime}`)
const span = 'channel = ? and (time, seq) > (?, ?) and (time, seq) <= (?, ?)'
const during = 'channel = ? and time >= ? and time < ?'
const isWanted = "state = 'stored' and (? = '' or user_id = ?) and (? = '' or type = ?)"

const endOfSlice = `select time, seq from messages where channel = ? and (time, seq) > (?, ?) and time < ?
  order by time, seq limit 1 offset ${given}`

const counts = `select count(*), coalesce(max(seq), 0) from messages where ${span}`
const lastTime = `select time from messages where ${span} order by time desc, seq desc limit 1`
const known = 'cast(coalesce(sum(case when seq <= ? then 1 else 0 end), 0) as bigint)'
const details = `select count(*), min(time), max(time), coalesce(max(seq), 0), ${known}, ${sum('octet_length(json)')},
    ${sum(mixInSql({ seq: 'seq', editedAt: 'edited_at', bytes: 'octet_length(json)' }))}
  from messages where ${span}`
const matching = `select count(*), ${known}, ${sum('octet_length(json)')}, min(time), max(time)
  from messages where ${span} and instr(json, ?) > 0 and instr(json, ?) > 0`
type Counted = [
  count: number,
  firstAt: number | null,
  lastAt: number | null,
  lastSeq: number,
  known: number,
  bytes: number,
  mixed: number,
]
type Matched = readonly [count: number, known: number, bytes: number, firstAt: number | null, lastAt: number | null]

/** At once, because a million messages take a tenth of a second. */
export async function countForExport(sql: Reader, channelNo: number, { from, to }: Pick<Span, 'from' | 'to'>) {
  const between = [channelNo, from, 0, to - 1, Number.MAX_SAFE_INTEGER] as const
  const [counted] = await sql.lists<[count: number, lastSeq: number]>(counts, ...between)
  const [last] = await sql.lists<[lastAt: number]>(lastTime, ...between)
  return { messages: counted?.[0] ?? 0, lastSeq: counted?.[1] ?? 0, lastAt: last?.[0] ?? null }
}

export async function surveyMessages(
  sql: Reader,
  channelNo: number,
  look: Span & { lastSeq: number },
): Promise<SurveySlice> {
  const after = startOf(look)
  const next = await findEnd(sql, channelNo, look, after)
  const end = next ?? { time: look.to - 1, seq: Number.MAX_SAFE_INTEGER }
  const between = [channelNo, after.time, after.seq, end.time, end.seq] as const
  const [all] = await sql.lists<Counted>(details, look.lastSeq, ...between)
  const [count = 0, firstAt = null, lastAt = null, lastSeq = 0, known = 0, bytes = 0, mixed = 0] = all ?? []
  const { sender, type } = marksOf(look)
  const isFiltered = sender !== '' || type !== ''
  const [matched]: Matched[] = isFiltered
    ? await sql.lists<[number, number, number, number | null, number | null]>(
        matching,
        look.lastSeq,
        ...between,
        sender,
        type,
      )
    : [[count, known, bytes, firstAt, lastAt]]
  return {
    messages: matched?.[0] ?? 0,
    known: matched?.[1] ?? 0,
    bytes: matched?.[2] ?? 0,
    firstAt: matched?.[3] ?? null,
    lastAt: matched?.[4] ?? null,
    lastSeq,
    figures: { count, bytes, mixed },
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

import type { SurveyLook, SurveySlice } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import { toPicture } from '../../media/picture-reads.ts'
import { createManyReader } from '../../members/many-reads.ts'
import { given, type Reader } from '../../sql.ts'
import { marksOf, startOf } from './export-reads.ts'

/** Keeps sums within 53 bits. A prime, so that what differs in one row rarely cancels out in the sum. */
const mix = (value: string) => `cast(coalesce(sum((${value}) % 1000000007), 0) as bigint)`
const span = 'channel = ? and (time, seq) > (?, ?) and (time, seq) <= (?, ?)'

const endOfSlice = `select time, seq from messages where channel = ? and (time, seq) > (?, ?) and time < ?
  order by time, seq limit 1 offset ${given}`

/** An edit changes `edited_at`, the arrival of a file its state, and everything else the number of rows. */
const messages = `select count(*), cast(coalesce(sum(octet_length(json)), 0) as bigint),
    ${mix('seq * 7919 + coalesce(edited_at, 0) % 1000003 * 31 + octet_length(json)')}, max(time),
    coalesce(max(seq), 0)
  from messages where ${span}`
const matching = `select count(*), cast(coalesce(sum(octet_length(json)), 0) as bigint), max(time)
  from messages where ${span} and instr(json, ?) > 0 and instr(json, ?) > 0`
const media = `select count(*), cast(coalesce(sum(case when state = 'stored' then 1 else 0 end), 0) as bigint),
    cast(coalesce(sum(case when state = 'stored' then size_bytes else 0 end), 0) as bigint),
    ${mix(`seq * 7919 + coalesce(size_bytes, 0) * 5 + length(state)
      + case when preview_sha256 is null then 0 else 3 end`)}
  from media where ${span}`
const marks = `select
    (select count(*) from gaps where ${span}),
    (select ${mix('seq')} from gaps where ${span}),
    (select count(*) from happenings where ${span}),
    (select ${mix('seq % 1000003 * 7919 + time % 1000003')} from happenings where ${span}),
    (select count(*) from sends where channel = ? and said_at >= ? and said_at < ? and state in ('sent', 'unknown')),
    (select ${mix('send_id % 1000003 * 7919 + said_at % 1000003')} from sends
      where channel = ? and said_at >= ? and said_at < ? and state in ('sent', 'unknown'))`

type Counted = [count: number, bytes: number, mixed: number, lastAt: number | null, lastSeq: number]

export async function surveyForExport(sql: Reader, channelNo: number, look: SurveyLook): Promise<SurveySlice> {
  const after = startOf(look)
  const next = await findEnd(sql, channelNo, look, after)
  const end = next ?? { time: look.to - 1, seq: Number.MAX_SAFE_INTEGER }
  const between = [channelNo, after.time, after.seq, end.time, end.seq] as const
  const [all] = await sql.lists<Counted>(messages, ...between)
  const [files] = await sql.lists<[count: number, stored: number, bytes: number, mixed: number]>(media, ...between)
  const said = [channelNo, after.time, next === undefined ? look.to : next.time] as const
  const [others] = await sql.lists<number[]>(marks, ...between, ...between, ...between, ...between, ...said, ...said)
  const [count = 0, bytes = 0, mixed = 0, lastAt = null, lastSeq = 0] = all ?? []
  const [fileCount = 0, stored = 0, fileBytes = 0, mixedFiles = 0] = files ?? []
  const { sender, type } = marksOf(look)
  const isFiltered = sender !== '' || type !== ''
  const [matched] = isFiltered
    ? await sql.lists<[count: number, bytes: number, lastAt: number | null]>(matching, ...between, sender, type)
    : [[count, bytes, lastAt] as const]
  return {
    messages: matched?.[0] ?? 0,
    bytes: matched?.[1] ?? 0,
    files: stored,
    fileBytes,
    lastAt: matched?.[2] ?? null,
    lastSeq,
    figures: [count, bytes, mixed, fileCount, mixedFiles, ...(others ?? [])],
    next,
  }
}

async function findEnd(
  sql: Reader,
  channelNo: number,
  { to, examine }: SurveyLook,
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

import { setImmediate } from 'node:timers/promises'
import { expiredBefore, keptDays } from '../../../domain/messages/retention.ts'
import type { Erased } from '../../../domain/storage/erasure.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { ExpiredCounts, ExpiredRecord, PictureCounts, StoreCounts } from '../../../ports/records.ts'
import { given, type Reader } from '../sql.ts'

export async function getErasure(sql: Reader, erasureId: number): Promise<{ isFinished: boolean; erased: Erased }> {
  const row = await sql.get<{ finished_at: number | null; counts: string }>(
    'select finished_at, counts from erasures where erasure_id = ?',
    erasureId,
  )
  if (!row) throw new Error(`Erasure ${erasureId} does not exist`)
  return { isFinished: row.finished_at !== null, erased: JSON.parse(row.counts) }
}

export async function hasOpenErasures(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from erasures where finished_at is null limit 1')) !== undefined
}

export async function listReleasedFiles(sql: Reader, limit: number): Promise<{ releaseId: number; sha256: string }[]> {
  return await sql.all(
    `select release_id as "releaseId", sha256 from released_files order by release_id limit ${given}`,
    limit,
  )
}

/** All columns that refer to a file, and the step of the schema that added them. */
const fileColumns = [
  { table: 'media', column: 'sha256', since: 1 },
  { table: 'channels', column: 'picture_sha256', since: 2 },
  { table: 'members', column: 'picture_sha256', since: 2 },
  { table: 'media', column: 'preview_sha256', since: 3 },
  { table: 'stickers', column: 'sha256', since: 14 },
  { table: 'rule_pictures', column: 'sha256', since: 17 },
  { table: 'imports', column: 'file_sha256', since: 28 },
  { table: 'import_rows', column: 'file', since: 31 },
]

/** Each part is read from its own index, in order. `schema`: that of an older database, such as a snapshot has. */
export async function listFiles(
  sql: Reader,
  after: string,
  limit: number,
  schema = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const names = new Set<string>()
  for (const { table, column } of fileColumns.filter(({ since }) => since <= schema)) {
    const rows = await sql.all<{ sha256: string }>(
      `select distinct ${column} as sha256 from ${table} where ${column} is not null and ${column} > ?
       order by ${column} limit ${given}`,
      after,
      limit,
    )
    for (const { sha256 } of rows) names.add(sha256)
  }
  return [...names].sort().slice(0, limit)
}

type Deadline = Pick<ExpiredRecord, 'channelId' | 'name' | 'keptDays' | 'before'> & { channelNo: number }

/** For every channel with a retention: the time before which messages have expired. */
export async function listDeadlines(sql: Reader, at: number, ceilingDays: number | null): Promise<Deadline[]> {
  const channels = await sql.all<{
    channelNo: number
    channelId: string
    name: string
    retentionDays: number | null
  }>(
    `select c.channel as "channelNo", c.channel_id as "channelId", c.name, cs.retention_days as "retentionDays"
     from channels c join channel_settings cs on cs.channel = c.channel
     where cs.retention_days is not null or cast(? as bigint) is not null order by c.channel`,
    ceilingDays,
  )
  return channels.flatMap(({ retentionDays, ...channel }) => {
    const days = keptDays(retentionDays, ceilingDays)
    return days === null ? [] : [{ ...channel, keptDays: days, before: expiredBefore(at, days) }]
  })
}

export async function listExpired(sql: Reader, at: number, ceilingDays: number | null): Promise<ExpiredRecord[]> {
  const expired: ExpiredRecord[] = []
  for (const { channelNo, ...deadline } of await listDeadlines(sql, at, ceilingDays)) {
    const counts = await countExpired(sql, channelNo, deadline.before)
    if (counts.messages > 0) expired.push({ ...deadline, ...counts })
  }
  return expired
}

export async function countExpired(sql: Reader, channelNo: number, before: number): Promise<ExpiredCounts> {
  const media = await sql.get<Omit<ExpiredCounts, 'messages'>>(
    `select count(*) as "mediaFiles", coalesce(sum(size_bytes), 0) as "mediaBytes"
     from media where channel = ? and time < ? and state = 'stored'`,
    channelNo,
    before,
  )
  if (!media) throw new Error('The count returned no row')
  return { messages: await countMessages(sql, channelNo, before), ...media }
}

/** Short enough that no one waits for it: texts are stored next to the positions, and all of them are scanned. */
const mostAtOnce = 10_000

async function countMessages(sql: Reader, channelNo: number, before: number): Promise<number> {
  let count = 0
  let reached: MessagePosition = { time: Number.MIN_SAFE_INTEGER, seq: 0 }
  while (true) {
    const next = await sql.get<MessagePosition>(
      `select time, seq from messages where channel = ? and time < ? and (time, seq) > (?, ?)
       order by time, seq limit 1 offset ${mostAtOnce - 1}`,
      channelNo,
      before,
      reached.time,
      reached.seq,
    )
    if (!next) break
    count += mostAtOnce
    reached = next
    await setImmediate()
  }
  const rest = await sql.get<{ count: number }>(
    'select count(*) as count from messages where channel = ? and time < ? and (time, seq) > (?, ?)',
    channelNo,
    before,
    reached.time,
    reached.seq,
  )
  return count + (rest?.count ?? 0)
}

/** Profile pictures are of people and groups, each counted once. */
export async function countPictures(sql: Reader): Promise<PictureCounts> {
  const counts = await sql.get<PictureCounts>(
    `select (select count(*) from media where preview_sha256 is not null) as previews,
       (select count(*) from (
          select picture_sha256 from members where picture_sha256 is not null
          union select picture_sha256 from channels where picture_sha256 is not null
        ) p) as "profilePictures"`,
  )
  if (!counts) throw new Error('The count returned no row')
  return counts
}

export async function countRows(sql: Reader): Promise<StoreCounts> {
  const counts = await sql.get<StoreCounts>(
    `select (select count(*) from channels) as channels, (select count(*) from members) as members,
       (select count(*) from messages) as messages, (select count(*) from message_versions) as versions,
       (select count(*) from media where state = 'stored') as "mediaFiles", (select count(*) from rules) as rules,
       (select count(*) from keys) as keys`,
  )
  if (!counts) throw new Error('The count returned no row')
  return counts
}

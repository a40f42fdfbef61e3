import { withoutDetails } from '../../../domain/reason.ts'
import type { Figures, Growth } from '../../../ports/figures.ts'
import type { Reader } from '../sql.ts'

const mostReasons = 20

/** Walks over whole tables: for a thread that nobody else waits for. */
export async function countFigures(sql: Reader, since: readonly string[]): Promise<Figures> {
  const growth: Growth[] = []
  for (const day of since) growth.push(await countGrowth(sql, day))
  return { media: await countMedia(sql), growth, unindexed: await countUnindexed(sql) }
}

async function countMedia(sql: Reader): Promise<Figures['media']> {
  const states = await sql.all<{ state: string; count: number }>(
    'select state, count(*) as count from media group by state',
  )
  const of = (state: string) => states.find((one) => one.state === state)?.count ?? 0
  const files = await sql.get<{ bytes: number | null }>(
    `select sum(size_bytes) as bytes from (
       select max(size_bytes) as size_bytes from media where sha256 is not null group by sha256) as files`,
  )
  return {
    stored: of('stored'),
    waiting: of('pending'),
    lost: of('lost'),
    lostReasons: await listReasons(sql),
    bytes: files?.bytes ?? 0,
  }
}

/** What the platform said often ends in a number of its own, which would make each reason the only one of its kind. */
async function listReasons(sql: Reader): Promise<Figures['media']['lostReasons']> {
  const rows = await sql.all<{ reason: string; count: number }>(
    "select coalesce(reason, '') as reason, count(*) as count from media where state = 'lost' group by reason",
  )
  const counts = new Map<string, number>()
  for (const { reason, count } of rows) {
    const short = withoutDetails(reason)
    counts.set(short, (counts.get(short) ?? 0) + count)
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
    .slice(0, mostReasons)
}

async function countGrowth(sql: Reader, day: string): Promise<Growth> {
  const row = await sql.get<Growth>(
    `select coalesce(sum(messages), 0) as messages, coalesce(sum(media_files), 0) as "mediaFiles",
       coalesce(sum(media_bytes), 0) as "mediaBytes"
     from usage_days where day >= ?`,
    day,
  )
  return row ?? { messages: 0, mediaFiles: 0, mediaBytes: 0 }
}

/** What came lately, and what was there before the index. */
async function countUnindexed(sql: Reader): Promise<number> {
  const late = await sql.all<{ detail: string }>(
    `select h.detail from channels c join changes h on h.channel = c.channel and h.no >= c.index_from
     where c.index_from is not null and h.kind = 'messages'`,
  )
  const past = await sql.get<{ count: number }>(
    `select count(*) as count from channels c join messages m on m.channel = c.channel
     where c.past_time is not null and (m.time, m.seq) < (c.past_time, c.past_seq)`,
  )
  const lately = late.reduce((sum, { detail }) => sum + JSON.parse(detail).places.length, 0)
  return lately + (past?.count ?? 0)
}

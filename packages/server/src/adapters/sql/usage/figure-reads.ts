import { withoutDetails } from '../../../domain/error-without-data.ts'
import type { Figures, Growth, MeasuredChannel } from '../../../ports/storage/figures.ts'
import { given, type Reader } from '../sql.ts'

const mostReasons = 20

/** Scans whole tables, so call it in a thread that no one else waits for. */
export async function countFigures(sql: Reader, since: readonly string[]): Promise<Figures> {
  const growth: Growth[] = []
  for (const day of since) growth.push(await countGrowth(sql, day))
  return {
    media: await countMedia(sql),
    growth,
    unindexed: await countUnindexed(sql),
    largest: await listLargest(sql),
    measuredAt: await findMeasuredAt(sql),
  }
}

/** The same for what is measured more rarely. Earlier versions of messages are counted with them. */
export async function measureChannels(sql: Reader): Promise<MeasuredChannel[]> {
  const measured = new Map<number, MeasuredChannel>()
  const add = async (what: 'messageBytes' | 'mediaBytes', text: string) => {
    for (const { channel, bytes } of await sql.all<{ channel: number; bytes: number }>(text)) {
      const one = measured.get(channel) ?? { channelNo: channel, messageBytes: 0, mediaBytes: 0 }
      one[what] += bytes
      measured.set(channel, one)
    }
  }
  await add('messageBytes', 'select channel, sum(octet_length(json)) as bytes from messages group by channel')
  await add(
    'messageBytes',
    'select channel, sum(octet_length(content)) as bytes from message_versions group by channel',
  )
  await add('mediaBytes', "select channel, sum(size_bytes) as bytes from media where state = 'stored' group by channel")
  return [...measured.values()]
}

const mostChannels = 20

async function listLargest(sql: Reader): Promise<Figures['largest']> {
  return await sql.all<Figures['largest'][number]>(
    `select "channelId", "rulesBytes", "versionBytes", "messageBytes", "mediaBytes" from (
       select c.channel, c.channel_id as "channelId", a.rules_bytes as "rulesBytes",
         coalesce(v.bytes, 0) as "versionBytes", coalesce(s.message_bytes, 0) as "messageBytes",
         coalesce(s.media_bytes, 0) as "mediaBytes"
       from channels c join assistants a on a.channel = c.channel
       left join (select channel, sum(size_bytes) as bytes from assistant_versions group by channel) v on v.channel = c.channel
       left join channel_sizes s on s.channel = c.channel
     ) sizes
     order by "rulesBytes" + "versionBytes" + "messageBytes" + "mediaBytes" desc, channel limit ${given}`,
    mostChannels,
  )
}

async function findMeasuredAt(sql: Reader): Promise<number | null> {
  const row = await sql.get<{ at: number | null }>('select max(measured_at) as at from channel_sizes')
  return row?.at ?? null
}

async function countMedia(sql: Reader): Promise<Figures['media']> {
  const kinds = await sql.all<MediaKind>(
    `select state, case when state = 'lost' then coalesce(reason, '') else '' end as reason, count(*) as count,
       sum(case when sha256 is not null then size_bytes else 0 end) as bytes
     from media group by 1, 2`,
  )
  const of = (state: string) => kinds.filter((one) => one.state === state)
  const sum = (list: readonly MediaKind[], what: 'count' | 'bytes') => list.reduce((all, one) => all + one[what], 0)
  return {
    stored: sum(of('stored'), 'count'),
    waiting: sum(of('pending'), 'count'),
    lost: sum(of('lost'), 'count'),
    lostReasons: gatherReasons(of('lost')),
    bytes: sum(kinds, 'bytes') - (await countRepeated(sql)),
  }
}

type MediaKind = { state: string; reason: string; count: number; bytes: number }

/** The bytes that were counted more than once, because messages share a file. Grouping by all files takes three times as long. */
async function countRepeated(sql: Reader): Promise<number> {
  const row = await sql.get<{ bytes: number | null }>(
    `select sum(more * (select m.size_bytes from media m where m.sha256 = repeated.sha256 limit 1)) as bytes from (
       select sha256, count(*) - 1 as more from media where sha256 is not null group by sha256 having count(*) > 1
     ) repeated`,
  )
  return row?.bytes ?? 0
}

/** The platform's messages often end in a request id, which would make each reason unique. */
function gatherReasons(lost: readonly MediaKind[]): Figures['media']['lostReasons'] {
  const counts = new Map<string, number>()
  for (const { reason, count } of lost) {
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

/** Recent messages, and those from before the index. */
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

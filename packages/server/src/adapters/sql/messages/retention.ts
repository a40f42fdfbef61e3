import { dayOf } from '../../../domain/day.ts'
import type { CommandOf, Expired } from '../../../ports/commands.ts'
import { endForgotten } from '../assistant/sending/sends.ts'
import { given, lockChannel, type Sql } from '../sql.ts'
import { listDeadlines } from '../storage/housekeeping-reads.ts'
import { forgetLateEdits } from './early-edits.ts'
import { firstSlice, noteUnwiped, removeMessages, type SizedPosition } from './remove-messages.ts'

/**
 * Deletes what has expired, oldest first, channel by channel, up to the limit. Each call is one transaction and continues where
 * the last one ended, so a crash costs nothing.
 */
export async function deleteExpired(tx: Sql, command: CommandOf<'delete-expired'>): Promise<Expired> {
  const { at, ceilingDays, limit } = command
  await endForgotten(tx, at)
  await tx.run('delete from cooldowns where at < ?', at - longestCooldownMs)
  await tx.run('delete from model_people where day < ?', dayOf(at - modelDaysMs, 'UTC'))
  await forgetLateEdits(tx, at)
  const sum: Expired = { messages: 0, mediaFiles: 0, mediaBytes: 0, more: false }
  for await (const channel of channelsWithExpired(tx, await listDeadlines(tx, at, ceilingDays))) {
    const { before } = channel
    const found = await listExpiring(tx, channel, limit - sum.messages)
    const expired = firstSlice(found)
    const { mediaFiles, mediaBytes } = await removeMessages(tx, channel, expired, 'nothing')
    sum.messages += expired.length
    sum.mediaFiles += mediaFiles
    sum.mediaBytes += mediaBytes
    if (expired.length < found.length || sum.messages >= limit) return { ...sum, more: true }
    for (const table of ['gaps', 'happenings'] as const) {
      if ((await forgetMarks(tx, table, channel.channelNo, before, limit)) >= limit) return { ...sum, more: true }
    }
    await tx.run('delete from unread_events where channel_id = ? and at < ?', channel.channelId, before)
    if ((await forgetSends(tx, channel.channelNo, before, limit)) >= limit) return { ...sum, more: true }
  }
  return sum
}

/** Only today counts; two days are enough for any time zone. */
const modelDaysMs = 2 * 24 * 60 * 60_000

type Deadline = { channelNo: number; channelId: string; before: number }

/** Channels examined by one statement. */
const channelsAtOnce = 1_000

/**
 * On PostgreSQL, a handful of statements for each of a hundred thousand channels would be half a million round trips, so only
 * channels with something to delete are read. They are few, except for the first time after a limit was set.
 */
async function* channelsWithExpired(tx: Sql, deadlines: Deadline[]): AsyncGenerator<Deadline> {
  if (tx.engine === 'sqlite') return yield* deadlines
  for (let from = 0; from < deadlines.length; from += channelsAtOnce) {
    const some = deadlines.slice(from, from + channelsAtOnce)
    const rows = some.map(({ channelNo: channel, channelId: channel_id, before }) => ({ channel, channel_id, before }))
    const latest = some.reduce((last, { before }) => Math.max(last, before), Number.MIN_SAFE_INTEGER)
    const found = await tx.all<{ channel: number }>(hasExpired, JSON.stringify(rows), latest)
    const passed = new Set(found.map(({ channel }) => channel))
    yield* some.filter(({ channelNo }) => passed.has(channelNo))
  }
}

/** Checks each table that is cleared below. Unread events have no index by channel, and are scanned once. */
const hasExpired = `select r.channel from json_to_recordset(cast(? as json)) r (channel bigint, channel_id text, before bigint)
  where exists (select 1 from messages m where m.channel = r.channel and m.time < r.before)
    or exists (select 1 from gaps g where g.channel = r.channel and g.time < r.before)
    or exists (select 1 from happenings h where h.channel = r.channel and h.time < r.before)
    or exists (select 1 from sends s where s.channel = r.channel and s.at < r.before and s.state <> 'waiting')
    or r.channel_id in (select u.channel_id from unread_events u where u.channel_id is not null and u.at < ?)`

/** Read twice if they must be locked first: most channels have nothing to delete, and aren't locked. */
async function listExpiring(
  tx: Sql,
  { channelNo, before }: { channelNo: number; before: number },
  most: number,
): Promise<SizedPosition[]> {
  const list = () =>
    tx.all<SizedPosition>(
      `select message_id as "messageId", time, seq, length(json) as length from messages where channel = ? and time < ?
       order by time, seq limit ${given}`,
      channelNo,
      before,
      most,
    )
  const found = await list()
  if (found.length === 0 || tx.engine === 'sqlite') return found
  await lockChannel(tx, channelNo)
  return await list()
}

/** No cooldown is longer than a day, which is also the shortest retention. */
const longestCooldownMs = 86_400_000

/** What the timeline shows besides messages. */
async function forgetMarks(
  tx: Sql,
  table: 'gaps' | 'happenings',
  channelNo: number,
  before: number,
  limit: number,
): Promise<number> {
  return await tx.run(
    `delete from ${table} where (channel, time, seq) in (
       select channel, time, seq from ${table} where channel = ? and time < ? order by time, seq limit ${given}
     )`,
    channelNo,
    before,
    limit,
  )
}

/** What the bot sent is kept as long as the message it answers. */
async function forgetSends(tx: Sql, channelNo: number, before: number, limit: number): Promise<number> {
  const forgotten = await tx.run(
    `delete from sends where send_id in (
       select send_id from sends where channel = ? and at < ? and state <> 'waiting' order by at, send_id limit ${given}
     )`,
    channelNo,
    before,
    limit,
  )
  if (forgotten > 0) await noteUnwiped(tx)
  return forgotten
}

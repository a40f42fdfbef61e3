import { dayOf } from '../../../domain/day.ts'
import type { Expired } from '../../../ports/commands/messages.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { endForgotten, listForgotten } from '../assistant/sending/sends.ts'
import { type Defaults, given, lockChannel, type Sql } from '../sql.ts'
import { listDeadlines } from '../storage/housekeeping-reads.ts'
import { forgetLateEdits, listLateEdits } from './early-edits.ts'
import { countInLedger, timezoneOf } from './ledger/count-in-ledger.ts'
import { firstSlice, noteUnwiped, removeMessages, type SizedPosition } from './remove-messages.ts'

/**
 * Deletes what has expired, oldest first, channel by channel, up to the limit. Each call is one transaction and continues where
 * the last one ended, so a crash costs nothing. Channels are locked once each, in the order of their numbers. What belongs to
 * channels that aren't locked is deleted last.
 */
export async function deleteExpired(
  tx: Sql,
  command: CommandOf<'delete-expired'>,
  defaults: Defaults,
): Promise<Expired> {
  const { at, ceilingDays, limit } = command
  const waiting = new Set(await listForgotten(tx, at))
  const edited = new Set(await listLateEdits(tx, at))
  const deadlines = new Map<number, Deadline>()
  for await (const one of channelsWithExpired(tx, await listDeadlines(tx, at, ceilingDays))) {
    deadlines.set(one.channelNo, one)
  }
  const channels = new Set([...waiting, ...edited, ...deadlines.keys()])
  const sum: Expired = { messages: 0, mediaFiles: 0, mediaBytes: 0, more: false }
  for (const channelNo of [...channels].toSorted((one, other) => one - other)) {
    await lockChannel(tx, channelNo)
    if (waiting.has(channelNo)) await endForgotten(tx, channelNo, at)
    if (edited.has(channelNo)) await forgetLateEdits(tx, channelNo, at)
    const deadline = deadlines.get(channelNo)
    if (deadline && !(await deleteIn(tx, defaults, deadline, { sum, limit }))) return { ...sum, more: true }
  }
  await tx.run(forgetCooldowns[tx.engine], at - longestCooldownMs)
  await tx.run(forgetModelPeople[tx.engine], dayOf(at - modelDaysMs, 'UTC'))
  return sum
}

/** False if the limit was reached before the end. */
async function deleteIn(
  tx: Sql,
  defaults: Defaults,
  channel: Deadline,
  { sum, limit }: { sum: Expired; limit: number },
): Promise<boolean> {
  const { channelNo, channelId, before } = channel
  const found = await listExpiring(tx, channel, limit - sum.messages)
  const expired = firstSlice(found)
  const { mediaFiles, mediaBytes } = await removeMessages(tx, channel, expired, 'nothing')
  if (expired.length > 0) {
    const timezone = await timezoneOf(tx, channelNo, defaults)
    await countInLedger(tx, channelNo, { what: 'expired', times: expired.map(({ time }) => time), timezone })
  }
  sum.messages += expired.length
  sum.mediaFiles += mediaFiles
  sum.mediaBytes += mediaBytes
  if (expired.length < found.length || sum.messages >= limit) return false
  for (const table of ['gaps', 'happenings'] as const) {
    if ((await forgetMarks(tx, table, channelNo, before, limit)) >= limit) return false
  }
  await tx.run('delete from late_arrivals where channel = ? and minute < ?', channelNo, before)
  await tx.run('delete from unread_events where channel_id = ? and at < ?', channelId, before)
  return (await forgetSends(tx, channelNo, before, limit)) < limit
}

/** A row that someone else has locked is being used, or deleted: it is left to the next time. */
const forgetCooldowns = deleteFree('cooldowns', 'channel, rule_id, user_id', 'at < ?')
const forgetModelPeople = deleteFree('model_people', 'day, user_id', 'day < ?')

function deleteFree(table: string, key: string, condition: string) {
  return {
    sqlite: `delete from ${table} where ${condition}`,
    postgres: `delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${condition} for update skip locked)`,
  }
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

async function listExpiring(
  tx: Sql,
  { channelNo, before }: { channelNo: number; before: number },
  most: number,
): Promise<SizedPosition[]> {
  return await tx.all<SizedPosition>(
    `select message_id as "messageId", time, seq, length(json) as length from messages where channel = ? and time < ?
     order by time, seq limit ${given}`,
    channelNo,
    before,
    most,
  )
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

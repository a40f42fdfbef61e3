import type { CommandOf, Expired } from '../../../ports/commands.ts'
import { holdChannel } from '../hold.ts'
import { listDeadlines } from '../reads/upkeep.ts'
import { given, type Sql } from '../sql.ts'
import { firstSlice, removeMessages, removeTraces, type WeighedPlace } from './remove-messages.ts'
import { endForgotten } from './sends.ts'

/**
 * Deletes what has passed its time, oldest first, channel by channel, up to the limit. Each call is one transaction and
 * begins where the last one ended: a crash costs nothing.
 */
export async function deleteExpired(tx: Sql, command: CommandOf<'delete-expired'>): Promise<Expired> {
  const { at, ceilingDays, limit } = command
  await endForgotten(tx, at)
  await tx.run('delete from cooldowns where at < ?', at - longestCooldownMs)
  const sum: Expired = { messages: 0, mediaFiles: 0, mediaBytes: 0, more: false }
  for (const channel of await listDeadlines(tx, at, ceilingDays)) {
    const { before } = channel
    const found = await listExpiring(tx, channel, limit - sum.messages)
    const expired = firstSlice(found)
    const { mediaFiles, mediaBytes } = await removeMessages(tx, channel, expired, 'nothing')
    sum.messages += expired.length
    sum.mediaFiles += mediaFiles
    sum.mediaBytes += mediaBytes
    if (expired.length < found.length || sum.messages >= limit) return { ...sum, more: true }
    if ((await forgetGaps(tx, channel.channelNo, before, limit)) >= limit) return { ...sum, more: true }
    await forgetStrays(tx, channel, before)
    if ((await forgetSends(tx, channel.channelNo, before, limit)) >= limit) return { ...sum, more: true }
  }
  return sum
}

/** Found twice where they must be held first: most channels have none, and are left to whoever writes in them. */
async function listExpiring(
  tx: Sql,
  { channelNo, before }: { channelNo: number; before: number },
  most: number,
): Promise<WeighedPlace[]> {
  const list = () =>
    tx.all<WeighedPlace>(
      `select message_id as "messageId", time, seq, length(json) as length from messages where channel = ? and time < ?
       order by time, seq limit ${given}`,
      channelNo,
      before,
      most,
    )
  const found = await list()
  if (found.length === 0 || tx.engine === 'sqlite') return found
  await holdChannel(tx, channelNo)
  return await list()
}

/** That anybody may set. */
const longestCooldownMs = 86_400_000

async function forgetGaps(tx: Sql, channelNo: number, before: number, limit: number): Promise<number> {
  return await tx.run(
    `delete from gaps where (channel, time, seq) in (
       select channel, time, seq from gaps where channel = ? and time < ? order by time, seq limit ${given}
     )`,
    channelNo,
    before,
    limit,
  )
}

/** What the bot said lasts as long as what it was said to. */
async function forgetSends(tx: Sql, channelNo: number, before: number, limit: number): Promise<number> {
  return await tx.run(
    `delete from sends where send_id in (
       select send_id from sends where channel = ? and at < ? and state <> 'waiting' order by at, send_id limit ${given}
     )`,
    channelNo,
    before,
    limit,
  )
}

/** Edits whose message never came, and what could not be read. */
async function forgetStrays(
  tx: Sql,
  { channelNo, channelId }: { channelNo: number; channelId: string },
  before: number,
): Promise<void> {
  const awaited = await tx.all<{ messageId: string }>(
    `select i.message_id as "messageId" from message_ids i
     where i.channel = ? and i.time is null and i.unsent = 0 and not exists (
       select 1 from message_versions v where v.channel = i.channel and v.message_id = i.message_id and v.at >= ?
     )`,
    channelNo,
    before,
  )
  for (const { messageId } of awaited) {
    await removeTraces(tx, { channelNo, channelId }, messageId)
    await tx.run('delete from message_ids where channel = ? and message_id = ?', channelNo, messageId)
  }
  await tx.run('delete from unread_events where channel_id = ? and at < ?', channelId, before)
}

import { composeWelcome, decideWelcome, gatherMs, type Newcomer } from '../../../../domain/assistant/welcome.ts'
import type { Job } from '../../../../domain/jobs/job.ts'
import { botTexts } from '../../../../domain/platforms/bot-texts.ts'
import { toMillisecondsOrNull } from '../../../../domain/timestamp.ts'
import type { CommandOf } from '../../../../ports/commands.ts'
import type { IncomingEvent } from '../../../../ports/connector.ts'
import type { ChannelRecord } from '../../../../ports/records.ts'
import { loadChannel } from '../../channels/channel-reads.ts'
import type { OpenChannel } from '../../channels/open-channels.ts'
import { planJob } from '../../jobs/jobs.ts'
import type { Sql } from '../../sql.ts'
import type { Writing } from '../../writing.ts'
import { planSend } from './sends.ts'

/** A person who joined the chat, with whether they had been there before. */
export type JoinedPerson = { userId: string; isReturning: boolean }

/**
 * Records who should be welcomed. The job is planned for the first of them; when it is due it includes those who joined since,
 * or waits longer. `at`: when the event arrived.
 */
export async function noteNewcomers(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent,
  arrivals: readonly JoinedPerson[],
  at: number,
): Promise<void> {
  if (channel.type === 'user' || !channel.isActive()) return
  const welcome = await tx.intake.findWelcome(channel.channelNo)
  if (!welcome || welcome.message.trim() === '') return
  const greeted = arrivals.filter(({ isReturning }) => !isReturning || welcome.greet_returning === 1)
  if (greeted.length === 0) return
  const reply = event.reply ? JSON.stringify(event.reply) : null
  const userIds = greeted.map(({ userId }) => userId)
  await tx.intake.addNewcomers(channel.channelNo, userIds, { receivedAt: at, joinedAt: event.at, reply })
  await channel.plan({ kind: 'greet-newcomers', channelId: channel.channelId }, gatherMs)
}

/** The reason to wait may have ended: the job looks again now, if anyone is waiting. */
export async function recheckNewcomers(tx: Sql, channelNo: number, at: number): Promise<void> {
  const waiting = await tx.get<{ channelId: string }>(
    `select c.channel_id as "channelId" from channels c
     where c.channel = ? and exists (select 1 from newcomers n where n.channel = c.channel)`,
    channelNo,
  )
  if (waiting) await planJob(tx, channelNo, { kind: 'greet-newcomers', ...waiting }, at)
}

/** Welcomes those who joined together, or returns when to look again. Repeating it welcomes no one twice. */
export async function planWelcome(
  tx: Sql,
  { at, channelId }: CommandOf<'greet-newcomers'>,
  writing: Writing,
): Promise<{ again: number | null }> {
  const row = await tx.get<{ channelNo: number }>(
    'select channel as "channelNo" from channels where channel_id = ?',
    channelId,
  )
  if (!row) return { again: null }
  const { channelNo } = row
  const newcomers = await listNewcomers(tx, channelNo)
  const channel = await loadChannel(tx, writing, channelNo)
  const { assistant, welcome, settings } = channel
  const isWelcome = channel.status === 'active' && assistant.enabled && welcome.enabled
  const hold = {
    quietUntil: toMillisecondsOrNull(assistant.quietUntil),
    quietHours: welcome.quietHours,
    timezone: settings.timezone,
  }
  const decision = isWelcome ? decideWelcome(newcomers, hold, at) : ({ kind: 'nobody' } as const)
  if (decision.kind === 'wait') {
    if (decision.isHeld) {
      await tx.run('update newcomers set held_until = ? where channel = ?', decision.until, channelNo)
    }
    return { again: decision.until }
  }
  if (decision.kind === 'greet') {
    const { kind: _, people, ...way } = decision
    const speech = speechFor(channel, people)
    const plan = async (job: Job, delayMs = 0) => void (await planJob(tx, channelNo, job, at, at + delayMs))
    const joinedAt = Math.max(...people.map((one) => one.joinedAt))
    const detail = { userIds: people.map(({ userId }) => userId) }
    const send = { kind: 'welcome', at: joinedAt, detail, ...way } as const
    if (speech) await planSend(tx, { channelNo, channelId, plan }, { ...send, speech })
  }
  await tx.run('delete from newcomers where channel = ?', channelNo)
  return { again: null }
}

function speechFor({ name, memberCount, settings, groupRules, welcome }: ChannelRecord, people: Newcomer[]) {
  const { language } = settings
  const { somebody } = botTexts(language).welcome
  return composeWelcome(welcome.message, {
    people: people.map(({ userId, name }) => ({ userId, name: name ?? somebody })),
    groupName: name,
    memberCount,
    rules: groupRules.enabled ? groupRules.content : '',
    language,
  })
}

type Row = {
  user_id: string
  received_at: number
  joined_at: number
  reply: string | null
  held_until: number | null
  display_name: string | null
  profile_at: number | null
  left_at: number | null
}

/** In the order they joined. People who left or were erased since are no longer members. */
async function listNewcomers(tx: Sql, channelNo: number): Promise<Newcomer[]> {
  const rows = await tx.all<Row>(
    `select n.user_id, n.received_at, n.joined_at, n.reply, n.held_until, m.display_name, m.profile_at, m.left_at
     from newcomers n left join members m on m.channel = n.channel and m.user_id = n.user_id
     where n.channel = ? order by n.joined_at, n.received_at, n.user_id`,
    channelNo,
  )
  return rows.map((row) => {
    // Until the platform provides a name, the id is shown instead, which isn't suitable for a welcome.
    const isNamed = row.display_name !== null && row.display_name !== row.user_id
    return {
      userId: row.user_id,
      name: isNamed ? row.display_name : null,
      awaitsName: !isNamed && row.profile_at === null,
      receivedAt: row.received_at,
      joinedAt: row.joined_at,
      reply: row.reply === null ? null : JSON.parse(row.reply),
      heldUntil: row.held_until,
      isHere: row.display_name !== null && row.left_at === null,
    }
  })
}

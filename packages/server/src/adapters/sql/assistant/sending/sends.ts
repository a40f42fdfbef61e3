import { randomUUID } from 'node:crypto'
import type { QaMode, Send, SendFailure } from '@innkeeper/contract'
import { type OutgoingMessage, textsOf } from '../../../../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../../domain/assistant/reply.ts'
import { dayOf } from '../../../../domain/day.ts'
import type { Job } from '../../../../domain/jobs/job.ts'
import { pushUntil } from '../../../../domain/jobs/job-outcome.ts'
import { botTexts } from '../../../../domain/platforms/bot-texts.ts'
import type { JobOutcome } from '../../../../ports/commands/jobs.ts'
import { noteChange } from '../../channels/changes.ts'
import { backupEnabled } from '../../channels/channel-reads.ts'
import type { Defaults, Sql } from '../../sql.ts'

/** What is sent, in reply to what, and to whom. */
export type PlannedSend = {
  kind: Send['kind']
  /** When its cause happened. */
  at: number
  speech: OutgoingMessage
  /** What the log shows instead, if the text contains a secret. */
  speechInLog?: OutgoingMessage
  /** Null: nothing can be sent, which the log shows. */
  reply: ReplyRight | null
  /** Without a reply token it can be pushed until then, if the channel allows that. */
  push?: { until: number }
  /** Why nothing can be sent, if it isn't the platform's reason. */
  refusal?: { failure: SendFailure; reason: string }
  messageId?: string
  userId?: string | null
  ruleId?: string
  mode?: QaMode
  /** Further details, such as who was welcomed. */
  detail?: Record<string, unknown>
}

type SendingChannel = { channelNo: number; channelId: string; plan(job: Job, delayMs?: number): Promise<void> }

/**
 * The only way to send something: it is in the log from the transaction of its cause on, and ends there as sent, refused or
 * unknown. False if this message already has its answer.
 */
export async function planSend(tx: Sql, answering: SendingChannel, send: PlannedSend): Promise<boolean> {
  const { speech, reply } = send
  const push = !reply && (await allowsPush(tx, answering.channelNo)) ? send.push : undefined
  const refusal = reply || push ? undefined : (send.refusal ?? noRight)
  const [row] = await tx.returning<{ sendId: number }>(
    `insert into sends (channel, kind, at, message_id, user_id, rule_id, mode, state, sent_by, finished_at, failure, reason,
       texts, detail)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning send_id as "sendId"`,
    answering.channelNo,
    send.kind,
    send.at,
    send.messageId ?? null,
    send.userId ?? null,
    send.ruleId ?? null,
    send.mode ?? null,
    refusal ? 'refused' : 'waiting',
    push ? 'push' : 'reply',
    refusal ? send.at : null,
    refusal?.failure ?? null,
    refusal?.reason ?? null,
    JSON.stringify(textsOf(send.speechInLog ?? speech)),
    send.detail ? JSON.stringify(send.detail) : null,
  )
  if (!row) return false
  const { sendId } = row
  const { channelNo, channelId } = answering
  if (reply) await answering.plan({ kind: 'send-reply', channelId, sendId, reply, speech })
  else if (push) await answering.plan(toPush({ channelId, sendId, speech, until: push.until }))
  else if (send.ruleId !== undefined && refusal) await noteFailure(tx, channelNo, send.ruleId, send.at, refusal.reason)
  return true
}

/** The key is part of the job, so that a retry after a crash uses the same one. */
function toPush(about: Omit<Extract<Job, { kind: 'push-message' }>, 'kind' | 'retryKey'>): Job {
  return { kind: 'push-message', ...about, retryKey: randomUUID() }
}

async function allowsPush(tx: Sql, channelNo: number): Promise<boolean> {
  const allowed = await tx.get('select 1 from channel_settings where channel = ? and allow_push = 1', channelNo)
  return allowed !== undefined
}

/**
 * The same as a push, for a reply whose token certainly expired unused. Undefined if the channel doesn't allow pushes, or the
 * message is too old.
 */
export async function turnIntoPush(tx: Sql, job: Job, at: number): Promise<Job | undefined> {
  if (job.kind !== 'send-reply') return undefined
  const { channelId, sendId, speech } = job
  const send = await tx.get<{ channel: number; kind: Send['kind']; at: number }>(
    "select channel, kind, at from sends where send_id = ? and state = 'waiting'",
    sendId,
  )
  if (!send || !(await allowsPush(tx, send.channel))) return undefined
  const until = pushUntil(send.kind, send.at)
  if (at >= until) return undefined
  await tx.run("update sends set sent_by = 'push' where send_id = ?", sendId)
  return toPush({ channelId, sendId, speech, until })
}

type Ended = Extract<JobOutcome, { kind: 'done' | 'bury' }>
type Row = {
  channel: number
  kind: Send['kind']
  at: number
  rule_id: string | null
  timezone: string
  isBackedUp: number
}

/** Records the outcome of a sending job in the log, and counts what was delivered. */
export async function endSend(tx: Sql, defaults: Defaults, job: Job, at: number, outcome: Ended): Promise<void> {
  if (job.kind !== 'send-reply' && job.kind !== 'push-message') return
  const send = await tx.get<Row>(
    `select s.channel, s.kind, s.at, s.rule_id, coalesce(cs.timezone, ?) as timezone, ${backupEnabled} as "isBackedUp"
     from sends s join channels c on c.channel = s.channel join channel_settings cs on cs.channel = s.channel
     where s.send_id = ? and s.state = 'waiting'`,
    defaults.timezone,
    job.sendId,
  )
  if (!send) return
  const failure = outcome.kind === 'bury' ? outcome : undefined
  const state = !failure ? 'sent' : failure.failure === undefined ? 'unknown' : 'refused'
  await tx.run(
    'update sends set state = ?, finished_at = ?, said_at = ?, failure = ?, reason = ? where send_id = ?',
    state,
    at,
    // The platform's clock may be ahead of ours: nothing is sent before its cause.
    state === 'refused' ? null : Math.max(at, send.at),
    failure?.failure ?? null,
    failure?.reason ?? null,
    job.sendId,
  )
  if (state !== 'refused' && send.isBackedUp === 1) {
    await noteChange(tx, send.channel, at, { kind: 'said', sendId: job.sendId })
  }
  if (failure && send.rule_id !== null) await noteFailure(tx, send.channel, send.rule_id, at, failure.reason)
  if (failure) return
  const day = dayOf(send.at, send.timezone)
  if (send.kind === 'answer') await tx.intake.count(send.channel, day, { autoReplies: 1 })
  if (send.kind === 'welcome') await tx.intake.count(send.channel, day, { welcomes: 1 })
}

/**
 * Until the platform provided the name, a stand-in was written where it showed the mentioned person's name. The log and the backup
 * show the name, too.
 */
export async function nameInSends(
  tx: Sql,
  channelNo: number,
  { userId, name, joinedAt, at }: { userId: string; name: string; joinedAt: number; at: number },
): Promise<void> {
  const settings = await tx.get<{ language: string }>(
    'select language from channel_settings where channel = ?',
    channelNo,
  )
  const standIn = `@${inJson(botTexts(settings?.language ?? '').welcome.somebody)}`
  const named = await tx.returning<{ sendId: number; state: Send['state'] }>(
    `update sends set texts = replace(texts, ?, ?)
     where channel = ? and at >= ? and instr(texts, ?) > 0 and (user_id = ? or detail = ?)
     returning send_id as "sendId", state`,
    standIn,
    `@${inJson(name)}`,
    channelNo,
    joinedAt,
    standIn,
    userId,
    JSON.stringify({ userIds: [userId] }),
  )
  for (const { sendId, state } of named) {
    if (state === 'sent' || state === 'unknown') await noteChange(tx, channelNo, at, { kind: 'said', sendId })
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Only if the rule still exists. */
async function noteFailure(tx: Sql, channelNo: number, ruleId: string, at: number, reason: string): Promise<void> {
  await tx.run(
    `insert into rule_hits (channel, rule_id, failed_at, failure)
     select channel, rule_id, ?, ? from rules where channel = ? and rule_id = ?
     on conflict (channel, rule_id) do update set failed_at = excluded.failed_at, failure = excluded.failure`,
    at,
    reason,
    channelNo,
    ruleId,
  )
}

/** Channels with entries that wait longer than anything can be sent. Hardly any. */
export async function listForgotten(tx: Sql, at: number): Promise<number[]> {
  const channels = await tx.all<{ channel: number }>(
    "select distinct channel from sends where state = 'waiting' and at < ?",
    at - longestWaitMs,
  )
  return channels.map(({ channel }) => channel)
}

/**
 * Ends entries of a channel that wait without a job: no one can find out any more whether they were sent. The caller has locked the
 * channel.
 */
export async function endForgotten(tx: Sql, channelNo: number, at: number): Promise<void> {
  const waiting = await tx.all<{ sendId: number; isBackedUp: number }>(
    `select w.send_id as "sendId", ${backupEnabled} as "isBackedUp"
     from sends w join channels c on c.channel = w.channel join channel_settings cs on cs.channel = w.channel
     where w.channel = ? and w.state = 'waiting' and w.at < ?`,
    channelNo,
    at - longestWaitMs,
  )
  const underWay = await listSendsUnderWay(tx, channelNo)
  for (const { sendId, isBackedUp } of waiting) {
    if (underWay.has(sendId)) continue
    await endAsUnknown(tx, sendId, at, lost)
    if (isBackedUp === 1) await noteChange(tx, channelNo, at, { kind: 'said', sendId })
  }
}
const longestWaitMs = 2 * 60 * 60_000
const lost = 'its job was lost, so it is unknown whether it was sent'

async function listSendsUnderWay(tx: Sql, channelNo: number): Promise<Set<number>> {
  const jobs = await tx.all<{ detail: string }>(
    "select detail from jobs where channel = ? and kind in ('send-reply', 'push-message') and buried_at is null",
    channelNo,
  )
  return new Set(jobs.map(({ detail }) => (JSON.parse(detail) as { sendId?: number }).sendId ?? 0))
}

/** In a copy of the store: the original may have sent them since. */
export async function endAllWaiting(tx: Sql, at: number): Promise<void> {
  const waiting = await tx.all<{ sendId: number }>(`select send_id as "sendId" from sends where state = 'waiting'`)
  for (const { sendId } of waiting) await endAsUnknown(tx, sendId, at, restored)
}
const restored = 'it was waiting when the snapshot was made, so it is unknown whether it was sent later'

/** The job that would have sent it is deleted, too. One that is running may still send it, and leaves nothing here. */
export async function endErased(tx: Sql, channelNo: number, sendId: number, at: number): Promise<void> {
  await endAsUnknown(tx, sendId, at, erased)
  await tx.run(
    `delete from jobs where channel = ? and kind in ('send-reply', 'push-message') and instr(detail, ?) > 0`,
    channelNo,
    `"sendId":${sendId},`,
  )
}
const erased = 'the data of its recipient was erased'

export async function endAsUnknown(tx: Sql, sendId: number, at: number, reason: string): Promise<void> {
  // If it was sent, then long before this: soon after its cause.
  const end = "update sends set state = 'unknown', finished_at = ?, said_at = at, reason = ? where send_id = ?"
  await tx.run(end, at, reason, sendId)
}

const noRight = { failure: 'no-token', reason: 'the platform does not allow a reply to this' } as const

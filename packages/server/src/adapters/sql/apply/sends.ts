import type { QaMode, Send, SendFailure } from '@innkeeper/contract'
import { dayOf } from '../../../domain/day.ts'
import type { Job } from '../../../domain/job.ts'
import type { ReplyRight } from '../../../domain/reply.ts'
import { type Speech, textsOf } from '../../../domain/speech.ts'
import type { JobOutcome } from '../../../ports/commands.ts'
import type { Defaults, Sql } from '../sql.ts'
import { count } from './usage.ts'

/** What is said, to what, and for whom. */
export type PlannedSend = {
  kind: Send['kind']
  /** When its cause came to pass. */
  at: number
  speech: Speech
  /** Null: nothing may be said, which stands in the log. */
  reply: ReplyRight | null
  messageId?: string
  userId?: string | null
  ruleId?: string
  mode?: QaMode
  /** Whatever else is worth knowing later, such as who was greeted. */
  detail?: Record<string, unknown>
}

type Room = { channelNo: number; channelId: string; plan(job: Job, delayMs?: number): Promise<void> }

/**
 * The one way to say something: it stands in the log from the transaction of its cause on, and ends there as sent, refused
 * or unknown. False where this message has its answer already.
 */
export async function planSend(tx: Sql, room: Room, send: PlannedSend): Promise<boolean> {
  const { speech, reply } = send
  const row = await tx.get<{ sendId: number }>(
    `insert into sends (channel, kind, at, message_id, user_id, rule_id, mode, state, sent_by, finished_at, failure, reason,
       texts, detail)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'reply', ?, ?, ?, ?, ?) on conflict do nothing returning send_id as "sendId"`,
    room.channelNo,
    send.kind,
    send.at,
    send.messageId ?? null,
    send.userId ?? null,
    send.ruleId ?? null,
    send.mode ?? null,
    reply ? 'waiting' : 'refused',
    reply ? null : send.at,
    reply ? null : ('no-token' satisfies SendFailure),
    reply ? null : noRight,
    JSON.stringify(textsOf(speech)),
    send.detail ? JSON.stringify(send.detail) : null,
  )
  if (!row) return false
  if (reply) await room.plan({ kind: 'send-reply', channelId: room.channelId, sendId: row.sendId, reply, speech })
  return true
}

type Ended = Extract<JobOutcome, { kind: 'done' | 'bury' }>
type Row = { channel: number; kind: Send['kind']; at: number; rule_id: string | null; timezone: string }

/** What became of a job that was to say something stands in the log, and what arrived is counted. */
export async function endSend(tx: Sql, defaults: Defaults, job: Job, at: number, outcome: Ended): Promise<void> {
  if (job.kind !== 'send-reply' && job.kind !== 'push-message') return
  const send = await tx.get<Row>(
    `select s.channel, s.kind, s.at, s.rule_id, coalesce(cs.timezone, ?) as timezone
     from sends s join channel_settings cs on cs.channel = s.channel where s.send_id = ? and s.state = 'waiting'`,
    defaults.timezone,
    job.sendId,
  )
  if (!send) return
  const failure = outcome.kind === 'bury' ? outcome : undefined
  const state = !failure ? 'sent' : failure.failure === undefined ? 'unknown' : 'refused'
  await tx.run(
    'update sends set state = ?, finished_at = ?, failure = ?, reason = ? where send_id = ?',
    state,
    at,
    failure?.failure ?? null,
    failure?.reason ?? null,
    job.sendId,
  )
  if (failure && send.rule_id !== null) {
    await tx.run(
      'update rule_hits set failed_at = ?, failure = ? where channel = ? and rule_id = ?',
      at,
      failure.reason,
      send.channel,
      send.rule_id,
    )
  }
  if (failure) return
  const day = dayOf(send.at, send.timezone)
  if (send.kind === 'answer') await count(tx, send.channel, day, { autoReplies: 1 })
  if (send.kind === 'welcome') await count(tx, send.channel, day, { welcomes: 1 })
}

const noRight = 'the platform gave no right to reply to this'

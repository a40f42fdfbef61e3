import type { ChannelType } from '@innkeeper/contract'
import { say } from '../../../domain/assistant/outgoing-message.ts'
import { statusOf } from '../../../domain/channels/channel-status.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import type { ClaimedJob } from '../../../ports/commands/jobs.ts'

/** A job and its channel as they are stored. */
export type ClaimedRow = {
  job_id: number
  detail: string
  attempts: number
  created_at: number
  channel: number
  channel_id: string
  chat_id: string | null
  type: ChannelType
  platform: string
  bot_present: number
  owner_disabled: number
  paused_until: number | null
}

export function toClaimedJob(row: ClaimedRow): ClaimedJob {
  const status = statusOf({ botPresent: row.bot_present === 1, ownerDisabled: row.owner_disabled === 1 })
  return {
    jobId: row.job_id,
    job: readJob(row.detail),
    attempts: row.attempts,
    createdAt: row.created_at,
    channel: {
      channelNo: row.channel,
      channelId: row.channel_id,
      chatId: row.chat_id ?? row.channel_id,
      type: row.type,
      platform: row.platform,
      isActive: status === 'active',
      pausedUntil: row.paused_until,
    },
  }
}

/** Replies planned by an earlier version have plain texts, and no entry in the log. */
export function readJob(detail: string): Job {
  const job: Job | (Omit<Extract<Job, { kind: 'send-reply' }>, 'sendId' | 'speech'> & { texts: string[] }) =
    JSON.parse(detail)
  if (!('texts' in job)) return job
  const { texts, ...reply } = job
  return { ...reply, sendId: 0, speech: { parts: texts.flatMap((text) => say(text).parts) } }
}

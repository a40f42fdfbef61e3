import type { ReplyRight } from './reply.ts'

/**
 * Work for after a commit: everything that needs somebody else to answer. A job is written in the transaction of its cause
 * and may run more than once, so every one of them is harmless when repeated.
 */
export type Job =
  | { kind: 'send-reply'; channelId: string; reply: ReplyRight; texts: string[] }
  | { kind: 'refresh-channel'; channelId: string }
  | { kind: 'refresh-member'; channelId: string; userId: string }
  | { kind: 'refresh-roster'; channelId: string }
  | { kind: 'fetch-media'; channelId: string; messageId: string }
  | { kind: 'make-preview'; channelId: string; messageId: string }
  | { kind: 'leave-channel'; channelId: string }

export type JobKind = Job['kind']

/** While one of these waits, the same again is not planned: one look at the platform serves both. */
export function jobName(job: Job): string | null {
  switch (job.kind) {
    case 'send-reply':
    case 'leave-channel':
      return null
    case 'refresh-channel':
    case 'refresh-roster':
      return `${job.kind} ${job.channelId}`
    case 'refresh-member':
      return `${job.kind} ${job.channelId} ${job.userId}`
    case 'fetch-media':
    case 'make-preview':
      return `${job.kind} ${job.channelId} ${job.messageId}`
  }
}

/** How often each kind is tried before it is buried. A reply is tried as long as its right lasts, about a minute. */
export const mostAttempts: Record<JobKind, number> = {
  'send-reply': 8,
  'refresh-channel': 8,
  'refresh-member': 6,
  'refresh-roster': 4,
  'fetch-media': 12,
  'make-preview': 6,
  'leave-channel': 8,
}

const firstDelayMs = 1000
const longestDelayMs = 10 * 60_000

/** When to try again: twice as late each time, and spread, so that what failed together does not come back together. */
export function retryAt(now: number, attempts: number, random: number): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, attempts - 1))
  return Math.round(now + delayMs * (0.5 + random / 2))
}

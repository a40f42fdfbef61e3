import type { Question } from '../assistant/answering/assistant.ts'
import type { OutgoingMessage } from '../assistant/outgoing-message.ts'
import type { ReplyRight } from '../assistant/reply.ts'

/**
 * Work for after a commit: everything that needs a response from outside. A job is written in the transaction of its cause and
 * may run more than once, so each of them is harmless when repeated.
 */
export type Job = PlannedWork & {
  /** Of the request that caused it, so that both can be found in the logs. */
  requestId?: string
}

type PlannedWork =
  /** `sendId`: its entry in the log. */
  | { kind: 'send-reply'; channelId: string; sendId: number; reply: ReplyRight; speech: OutgoingMessage }
  /** Costs quota. The platform sends a message with one key once, however often it is requested. `until`: when it is too late. */
  | {
      kind: 'push-message'
      channelId: string
      sendId: number
      retryKey: string
      speech: OutgoingMessage
      until: number
    }
  /** Looks for an answer if that takes time. Contains the message until then. */
  | { kind: 'find-answer'; channelId: string; question: Question }
  | { kind: 'ask-model'; channelId: string; question: Question }
  /** When no one else has joined for a while. */
  | { kind: 'greet-newcomers'; channelId: string }
  | { kind: 'refresh-channel'; channelId: string }
  | { kind: 'refresh-member'; channelId: string; userId: string }
  | { kind: 'refresh-roster'; channelId: string }
  /** Who owns and who manages the chat on its platform. */
  | { kind: 'refresh-admins'; channelId: string }
  /** Whether people are still in the chat: one of them, or all who are due. */
  | { kind: 'check-members'; channelId: string; userId?: string }
  | { kind: 'fetch-media'; channelId: string; messageId: string }
  | { kind: 'make-preview'; channelId: string; messageId: string }
  /** `messageId`: one of the messages that show it. */
  | { kind: 'fetch-sticker'; channelId: string; packageId: string; stickerId: string; messageId: string; ref?: string }
  | { kind: 'leave-channel'; channelId: string }
  /** Of a chat history that is merged into the channel. */
  | { kind: 'read-import'; channelId: string; importNo: number }
  | { kind: 'write-import'; channelId: string; importNo: number }
  | { kind: 'undo-import'; channelId: string; importNo: number }

export type JobKind = Job['kind']

/** Kinds of which a channel has one running at a time, in the order they were planned: two at once would end in any order. */
export const serialKinds = ['send-reply', 'find-answer'] as const satisfies readonly JobKind[]

/** While one of these waits, the same job isn't planned again: one lookup is enough for both. */
export function jobName(job: Job): string | null {
  switch (job.kind) {
    case 'send-reply':
    case 'push-message':
    case 'leave-channel':
      return null
    case 'find-answer':
    case 'ask-model':
      return messageJobName(job.kind, job.channelId, job.question.messageId)
    case 'greet-newcomers':
    case 'refresh-channel':
    case 'refresh-roster':
    case 'refresh-admins':
      return `${job.kind} ${job.channelId}`
    case 'refresh-member':
      return `${job.kind} ${job.channelId} ${job.userId}`
    case 'check-members':
      return `${job.kind} ${job.channelId}${job.userId === undefined ? '' : ` ${job.userId}`}`
    case 'fetch-media':
    case 'make-preview':
      return messageJobName(job.kind, job.channelId, job.messageId)
    case 'read-import':
    case 'write-import':
    case 'undo-import':
      return `${job.kind} ${job.channelId} ${job.importNo}`
    case 'fetch-sticker':
      return `${job.kind} ${job.channelId} ${job.packageId} ${job.stickerId}`
  }
}

/** Of a job about one message. */
export function messageJobName(kind: JobKind, channelId: string, messageId: string): string {
  return `${kind} ${channelId} ${messageId}`
}

/** How often each kind is tried before it is buried. A reply is tried while its token is valid, about a minute. */
export const mostAttempts: Record<JobKind, number> = {
  'send-reply': 8,
  'push-message': 12,
  'find-answer': 4,
  'ask-model': 2,
  'greet-newcomers': 8,
  'refresh-channel': 8,
  'refresh-member': 6,
  'refresh-roster': 4,
  'refresh-admins': 8,
  // For about an hour, while people wait for it.
  'check-members': 16,
  'fetch-media': 12,
  'make-preview': 6,
  'fetch-sticker': 10,
  'leave-channel': 8,
  'read-import': 4,
  'write-import': 8,
  'undo-import': 12,
}

/** Kinds that are worth a retry however late. A late message, or a late leave, would surprise everyone. */
const retriable: ReadonlySet<JobKind> = new Set([
  'refresh-channel',
  'refresh-member',
  'refresh-roster',
  'refresh-admins',
  'check-members',
  'fetch-media',
  'make-preview',
  'fetch-sticker',
  'undo-import',
])

export function isRetriable(kind: JobKind): boolean {
  return retriable.has(kind)
}

export const allKinds = Object.keys(mostAttempts) as readonly JobKind[]

const firstDelayMs = 1000
const longestDelayMs = 10 * 60_000

/** Exponential backoff with jitter, so that jobs that failed together don't retry together. */
export function retryAt(now: number, attempts: number, random: number): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, attempts - 1))
  return Math.round(now + delayMs * (0.5 + random / 2))
}

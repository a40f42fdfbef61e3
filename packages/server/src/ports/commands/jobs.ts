import type { ChannelType, SendFailure } from '@innkeeper/contract'
import type { Job, JobKind } from '../../domain/jobs/job.ts'
import type { Authority } from './authority.ts'

/** What one lane of a worker claims. */
export type LaneClaim = { kinds: readonly JobKind[]; limit: number; leaseMs: number }

/** Of the queues of jobs. */
export type JobCommand =
  /**
   * Claims due jobs for a while, of these kinds or of any; fair between channels. A job whose lease expired is due again. `also`: of
   * other kinds, each with its own limit.
   */
  | {
      kind: 'claim-jobs'
      at: number
      lease: string
      leaseMs: number
      limit: number
      kinds?: readonly JobKind[]
      also?: readonly LaneClaim[]
    }
  /** Extends the leases of running jobs. Has no effect on a lost lease. */
  | { kind: 'extend-leases'; at: number; leaseMs: number; held: { jobId: number; lease: string }[] }
  /** For a service that is alone on its store, so the previous one is dead: its jobs are due again, its imports abandoned. */
  | { kind: 'release-jobs' }
  /** Makes a failed job due again. Not one that would send something: it is too late, and its text is gone. */
  | { kind: 'retry-job'; by: Authority; at: number; jobId: number }
  /** Does nothing if the lease has expired. With `channelId`, it queues behind other work on that channel. */
  | {
      kind: 'finish-job'
      at: number
      channelId?: string
      jobId: number
      jobKind?: JobKind
      lease: string
      outcome: JobOutcome
    }

export type ClaimedJob = {
  jobId: number
  job: Job
  /** How often it was attempted, including this time. */
  attempts: number
  createdAt: number
  channel: {
    channelNo: number
    channelId: string
    /** Where the platform reaches the chat; differs from the channel's ID since the chat moved. */
    chatId: string
    type: ChannelType
    platform: string
    isActive: boolean
    /** When the platform accepts messages there again; null: it never asked for a pause. */
    pausedUntil: number | null
  }
}

/** `chatPausedUntil`: the platform wants no messages in this chat before that time. */
export type JobOutcome = { chatPausedUntil?: number } & JobEnd

type JobEnd =
  /**
   * `isTooLate`: there was an answer to find, but no time left to send it. `alsoDone`: jobs of the same channel and kind that
   * waited behind it, and that it has done as well.
   */
  | { kind: 'done'; isTooLate?: true; alsoDone?: number[] }
  | { kind: 'retry'; runAt: number; reason: string }
  /** Nothing was attempted: due again then, and this time doesn't count as an attempt. */
  | { kind: 'give-back'; runAt: number }
  /** A reply token that certainly expired unused: pushed if the channel allows that, otherwise failed. */
  | { kind: 'push-instead'; reason: string }
  /** Failed permanently; the reason is shown to the operator. `failure`: of a message that certainly wasn't sent. */
  | { kind: 'bury'; reason: string; failure?: SendFailure }

import type { SendFailure } from '@innkeeper/contract'
import { type JobKind, mostAttempts, retryAt } from './job.ts'
import type { ReplyRight } from './reply.ts'

/** What becomes of a job after it was tried. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; runAt: number; reason: string }
  | { kind: 'give-back'; runAt: number }
  /** Of something that was to be said: why it was refused; without that, nobody knows whether it arrived. */
  | { kind: 'bury'; reason: string; failure?: SendFailure }

/** `attempts`: this one included. `random`: from 0 to 1. */
export type Try = { attempts: number; now: number; random: number }

/** Tried again, unless it was tried often enough. */
export function decideRetry(kind: JobKind, reason: string, { attempts, now, random }: Try): Outcome {
  if (attempts >= mostAttempts[kind]) return { kind: 'bury', reason: `${reason} (tried ${attempts} times)` }
  return { kind: 'retry', runAt: retryAt(now, attempts, random), reason }
}

/** An answer that comes much later than its question helps nobody, whatever the platform still allows. */
const longestReplyLifeMs = 10 * 60_000
/** A right lasts about a minute, so there is no time for long pauses. */
const longestReplyPauseMs = 4_000

export type WaitingReply = { reply: ReplyRight; createdAt: number }

/** Why a reply is not to be sent (any more); undefined: send it. */
export function decideNotToReply(
  waiting: WaitingReply,
  { isActive, attempts, now }: { isActive: boolean; attempts: number; now: number },
): Outcome | undefined {
  if (now >= endOf(waiting)) return tooLate(attempts)
  if (!isActive) return { kind: 'bury', reason: 'the channel is disabled, so nothing is said in it' }
  return undefined
}

export type ReplyFailure =
  /** Perhaps it was sent, perhaps not. */
  | { kind: 'silence'; reason: string }
  /** Surely not sent, but later it works. */
  | { kind: 'too-fast'; reason: string }
  /** The right was used, or never was. */
  | { kind: 'right-spent'; reason: string }
  | { kind: 'refused'; reason: string }

/**
 * A right can be used once, and the platform is who counts. So a right that is spent, after an attempt that was never
 * answered, was spent by that attempt: the reply is in the chat. Attempts that were surely without effect are not counted,
 * for that reason.
 */
export function decideFailedReply(waiting: WaitingReply, failure: ReplyFailure, tried: Try): Outcome {
  const { attempts, now, random } = tried
  if (failure.kind === 'refused') return { kind: 'bury', reason: failure.reason }
  if (failure.kind === 'right-spent') {
    return attempts > 1 && now < endOf(waiting) ? { kind: 'done' } : { kind: 'bury', reason: failure.reason }
  }
  const runAt = Math.min(retryAt(now, attempts, random), now + longestReplyPauseMs)
  if (runAt >= endOf(waiting)) return tooLate(failure.kind === 'silence' ? attempts + 1 : attempts)
  if (failure.kind === 'too-fast') return { kind: 'give-back', runAt }
  const again = decideRetry('send-reply', failure.reason, tried)
  return again.kind === 'retry' ? { ...again, runAt } : again
}

function endOf({ reply, createdAt }: WaitingReply): number {
  return reply.expiresAt ?? createdAt + longestReplyLifeMs
}

function tooLate(attempts: number): Outcome {
  const reason =
    attempts > 1
      ? 'the right to reply ended before the platform said whether the reply had arrived'
      : 'the right to reply ended before the platform could be reached'
  return { kind: 'bury', reason }
}

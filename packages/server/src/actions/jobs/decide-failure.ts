import { bugPrefix, withoutData } from '../../domain/error-without-data.ts'
import type { JobKind } from '../../domain/jobs/job.ts'
import {
  decideFailedPush,
  decideFailedReply,
  decideRetry,
  type SendError,
  type Try,
} from '../../domain/jobs/job-outcome.ts'
import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { ClaimedJob, JobOutcome } from '../../ports/commands/jobs.ts'

/** Decides what happens to a job that threw. */
export function decideFailure(
  { job, attempts, createdAt }: ClaimedJob,
  error: unknown,
  moment: { now: number; random: number },
): JobOutcome {
  const tried = { attempts, ...moment }
  if (isStoreAway(error)) return { kind: 'give-back', runAt: moment.now + storePauseMs }
  const retryAfterMs = error instanceof PlatformRefusal ? error.facts.retryAfterMs : undefined
  const pause = retryAfterMs === undefined ? {} : { chatPausedUntil: moment.now + retryAfterMs }
  if (job.kind === 'send-reply') {
    return { ...decideFailedReply({ reply: job.reply, createdAt }, sendError(error), tried), ...pause }
  }
  if (job.kind === 'push-message') {
    return { ...decideFailedPush({ until: job.until, createdAt }, sendError(error), tried), ...pause }
  }
  if (error instanceof PlatformRefusal && error.code !== 'too-fast') return decideRefused(job.kind, error, tried)
  const again = decideRetry(job.kind, reasonOf(error), tried)
  return again.kind === 'retry' ? { ...again, runAt: Math.max(again.runAt, moment.now + (retryAfterMs ?? 0)) } : again
}

/** Neither a refusal of the platform nor a missing response: a bug in this service. */
export function isBug(error: unknown): boolean {
  return !(error instanceof PlatformRefusal || error instanceof PlatformSilence || isStoreAway(error))
}

/** How long to wait before retrying a job whose result couldn't be stored. */
const storePauseMs = 5_000

/**
 * For example a full disk: not the job's fault, so its attempts aren't counted. If a reply token expires in the meantime,
 * the job fails permanently.
 */
export function isStoreAway(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable'
}

function decideRefused(
  kind: Exclude<JobKind, 'send-reply' | 'push-message'>,
  refusal: PlatformRefusal,
  tried: Try,
): JobOutcome {
  const isAbsent = refusal.code === 'not-found'
  // A file that is given up is lost permanently, and the operator may fix the account in the meantime.
  if (kind === 'fetch-media' && !isAbsent) return decideRetry(kind, reasonOf(refusal), tried)
  // This confirms no one, and the account may be fixed in the meantime.
  if (kind === 'check-members' && refusal.code === 'forbidden') return decideRetry(kind, reasonOf(refusal), tried)
  // People who left or are hidden have no profile. A chat that doesn't know us needn't be left.
  if (kind !== 'fetch-media' && (isAbsent || refusal.code === 'forbidden')) return { kind: 'done' }
  // A chat whose id the platform rejects has no profile either.
  if (kind === 'refresh-channel' && refusal.code === 'invalid') return { kind: 'done' }
  return { kind: 'bury', reason: reasonOf(refusal) }
}

function sendError(error: unknown): SendError {
  const reason = reasonOf(error)
  if (error instanceof PlatformSilence && error.isUnsent) return { kind: 'unsent', reason }
  if (!(error instanceof PlatformRefusal)) return { kind: 'silence', reason }
  const { retryAfterMs, sentParts = 0 } = error.facts
  if (sentParts > 0) return { kind: 'partly-sent', reason: `${describeParts(sentParts)}, then ${reason}` }
  if (error.code === 'too-fast')
    return { kind: 'too-fast', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  if (error.code === 'reply-right-spent') return { kind: 'right-spent', reason }
  return { kind: 'refused', reason, failure: error.code === 'quota' ? 'quota' : 'platform' }
}

function describeParts(count: number): string {
  return count === 1 ? 'its first message arrived' : `its first ${count} messages arrived`
}

function reasonOf(error: unknown): string {
  if (error instanceof PlatformRefusal && error.code === 'unsayable') return `it could not be sent: ${error.message}`
  if (error instanceof PlatformRefusal) return `the platform refused: ${error.message}`
  if (error instanceof PlatformSilence) return `the platform did not answer: ${error.message}`
  return `${bugPrefix}: ${withoutData(error).message}`
}

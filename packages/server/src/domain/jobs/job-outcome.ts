import type { Send, SendFailure } from '@innkeeper/contract'
import type { ReplyRight } from '../assistant/reply.ts'
import { type JobKind, mostAttempts, retryAt } from './job.ts'

/** What happens to a job after an attempt. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; runAt: number; reason: string }
  | { kind: 'give-back'; runAt: number }
  /** The reply token certainly expired unused: the same text can be pushed. */
  | { kind: 'push-instead'; reason: string }
  /** For a message to send: why it was refused; without that, it is unknown whether it arrived. */
  | { kind: 'bury'; reason: string; failure?: SendFailure }

/** `attempts`: this one included. `random`: from 0 to 1. */
export type Try = { attempts: number; now: number; random: number }

/** Retries it, unless it was tried often enough. */
export function decideRetry(kind: JobKind, reason: string, { attempts, now, random }: Try): Outcome {
  if (attempts >= mostAttempts[kind]) return { kind: 'bury', reason: `${reason} (tried ${attempts} times)` }
  return { kind: 'retry', runAt: retryAt(now, attempts, random), reason }
}

/** A reply much later than its question helps no one, whatever the platform still allows. */
const longestReplyLifeMs = 10 * 60_000
/** A reply token is valid for about a minute, so there is no time for long pauses. */
const longestReplyPauseMs = 4_000
/** For a right that doesn't expire. */
const longestUnsentPauseMs = 30_000

export type WaitingReply = { reply: ReplyRight; createdAt: number }

/**
 * Whether anything can be sent in the channel, and how often it was attempted, including this time. `pausedUntil`: when the platform
 * accepts messages in this chat again; null: now.
 */
export type Moment = { isActive: boolean; attempts: number; now: number; pausedUntil?: number | null }

/** Why a reply must not be sent (any more); undefined: send it. */
export function decideNotToReply(waiting: WaitingReply, moment: Moment): Outcome | undefined {
  const { isActive, attempts, now, pausedUntil } = moment
  if (attempts > 1 && !waiting.reply.isOneUse) return { kind: 'bury', reason: interrupted }
  if (!isActive) return refuse(attempts, 'channel-disabled', disabled)
  if (now >= endOf(waiting)) return tooLate(waiting, attempts)
  if (pausedUntil && pausedUntil > now) return waitUntil(waiting, attempts, pausedUntil)
  return undefined
}

export type SendError =
  /** It may or may not have been sent. */
  | { kind: 'silence'; reason: string }
  /** Certainly not sent, because the platform couldn't be reached. */
  | { kind: 'unsent'; reason: string }
  /** Certainly not sent, but it works later; in this time, if the platform says so. */
  | { kind: 'too-fast'; reason: string; retryAfterMs?: number }
  /** The first of several messages arrived, and the next one was refused. */
  | { kind: 'partly-sent'; reason: string }
  /** The reply token was used, or was never valid. */
  | { kind: 'right-spent'; reason: string }
  | { kind: 'refused'; reason: string; failure: 'platform' | 'quota' }

/**
 * A reply token can be used once, and the platform does the counting. So a used token, after an attempt without a response, was
 * used by that attempt: the reply is in the chat. For that reason, attempts that certainly had no effect aren't counted. What
 * may have arrived is never pushed: only the token itself prevents a duplicate. A right that can be used more than once prevents
 * none, so what may have arrived isn't sent again.
 */
export function decideFailedReply(waiting: WaitingReply, error: SendError, tried: Try): Outcome {
  const { attempts, now, random } = tried
  const { isOneUse } = waiting.reply
  switch (error.kind) {
    case 'refused':
      return refuse(attempts, error.failure, error.reason)
    case 'right-spent':
      if (!isOneUse) return refuse(attempts, 'platform', error.reason)
      return attempts > 1 && now < endOf(waiting) ? { kind: 'done' } : refuse(attempts, 'no-token', error.reason)
    case 'partly-sent':
      return { kind: 'bury', reason: error.reason }
    case 'too-fast': {
      const soon = Math.min(retryAt(now, attempts, random), now + longestReplyPauseMs)
      return waitUntil(waiting, attempts, Math.max(soon, now + (error.retryAfterMs ?? 0)))
    }
    case 'unsent':
      return waitUntil(waiting, attempts, now + decideUnsentPause(waiting, tried))
    case 'silence': {
      if (!isOneUse) return { kind: 'bury', reason: error.reason }
      const runAt = Math.min(retryAt(now, attempts, random), now + longestReplyPauseMs)
      if (runAt >= endOf(waiting)) return tooLate(waiting, attempts + 1)
      const again = decideRetry('send-reply', error.reason, tried)
      return again.kind === 'retry' ? { ...again, runAt } : again
    }
  }
}

/** Nothing was sent this time, so it doesn't count as an attempt. */
function waitUntil(waiting: WaitingReply, attempts: number, runAt: number): Outcome {
  return runAt >= endOf(waiting) ? tooLate(waiting, attempts) : { kind: 'give-back', runAt }
}

/** The longer it has waited, the longer the pause: attempts aren't counted here. */
function decideUnsentPause({ reply, createdAt }: WaitingReply, { now, random }: Try): number {
  const longestMs = reply.expiresAt === null ? longestUnsentPauseMs : longestReplyPauseMs
  return Math.round(Math.min(longestMs, Math.max(1_000, now - createdAt)) * (0.5 + random / 2))
}

function endOf({ reply, createdAt }: WaitingReply): number {
  return reply.expiresAt ?? createdAt + longestReplyLifeMs
}

function tooLate({ reply }: WaitingReply, attempts: number): Outcome {
  // Only the message is too old here, and a push would be as late.
  if (reply.expiresAt === null) return refuse(attempts, 'expired', 'it could not be sent in time')
  if (attempts > 1) {
    return { kind: 'bury', reason: 'the reply token expired before the platform confirmed that the reply arrived' }
  }
  return { kind: 'push-instead', reason: 'the reply token expired before the platform could be reached' }
}

/** A welcome is still fine after this long, but odd on the next day. */
const longestWelcomeLifeMs = 60 * 60_000
/** Well below the day for which the platform remembers a key: later, the same key would be a second message. */
const longestPushLifeMs = 60 * 60_000
/** Long enough for a per-second limit to reset. */
const tooFastPauseMs = 5_000

export type WaitingPush = { until: number; createdAt: number }

/** When it is too late. Counted from the cause, however often it was rescheduled. */
export function pushUntil(kind: Send['kind'], causeAt: number): number {
  return causeAt + (kind === 'answer' || kind === 'command' ? longestReplyLifeMs : longestWelcomeLifeMs)
}

/** Why something must not be pushed (any more); undefined: push it. */
export function decideNotToPush(waiting: WaitingPush, moment: Moment): Outcome | undefined {
  const { isActive, attempts, now, pausedUntil } = moment
  if (!isActive) return refuse(attempts, 'channel-disabled', disabled)
  if (now >= endOfPush(waiting)) return pushTooLate(attempts)
  if (pausedUntil && pausedUntil > now) return pushLater(waiting, attempts, pausedUntil)
  return undefined
}

/** With one key it is sent once, so a push that may have arrived is simply requested again. */
export function decideFailedPush(waiting: WaitingPush, error: SendError, tried: Try): Outcome {
  const { attempts } = tried
  if (error.kind === 'refused') return refuse(attempts, error.failure, error.reason)
  if (error.kind === 'right-spent') return refuse(attempts, 'platform', error.reason)
  if (error.kind === 'partly-sent') return { kind: 'bury', reason: error.reason }
  if (error.kind === 'too-fast') return putOffPush(waiting, tried, error.retryAfterMs)
  const again = decideRetry('push-message', error.reason, tried)
  return again.kind === 'retry' && again.runAt >= endOfPush(waiting) ? pushTooLate(attempts + 1) : again
}

/** Certainly nothing was sent, so this doesn't count as an attempt: otherwise the next one would look like the retry of a push. */
export function putOffPush(waiting: WaitingPush, { attempts, now, random }: Try, leastMs = 0): Outcome {
  return pushLater(waiting, attempts, now + Math.max(leastMs, Math.round(tooFastPauseMs * (0.5 + random / 2))))
}

function pushLater(waiting: WaitingPush, attempts: number, runAt: number): Outcome {
  return runAt >= endOfPush(waiting) ? pushTooLate(attempts) : { kind: 'give-back', runAt }
}

function endOfPush({ until, createdAt }: WaitingPush): number {
  return Math.min(until, createdAt + longestPushLifeMs)
}

function pushTooLate(attempts: number): Outcome {
  return attempts > 1
    ? { kind: 'bury', reason: 'it expired before the platform confirmed that it arrived' }
    : { kind: 'bury', reason: 'it expired before the platform could be reached', failure: 'expired' }
}

/** It certainly wasn't sent this time. If it was attempted before, it may have been then; that is unknown. */
export function refuse(attempts: number, failure: SendFailure, reason: string): Outcome {
  return attempts > 1 ? { kind: 'bury', reason } : { kind: 'bury', reason, failure }
}

const interrupted = 'the service was interrupted while it was sending this, so it is unknown whether it arrived'
const disabled = 'the channel is disabled, so nothing is sent to it'

import type { WebhookFailure } from '@innkeeper/contract'

// When events are sent, and again if they weren't accepted (Standard Webhooks 1.0).

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** After each attempt that failed. After the last one, the event is given up: 75 hours and a half after the first. */
const retriesAfterMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const
/** Attempts of an event, of which later ones wait for the result: about five minutes. Then it is tried apart from them. */
export const attemptsInOrder = 2
/** So that receivers that come back don't get everything at once. */
const mostJitter = 0.1
/** After this long in which attempts were made and nothing was accepted, the webhook is turned off. */
const mostFailingMs = 5 * 24 * hourMs
const longestPauseMs = hourMs
/** Attempts of one event are closer together than this. After a longer time without any, it isn't known whether it was failing. */
const longestGapMs = Math.max(...retriesAfterMs) * (1 + mostJitter) + longestPauseMs + hourMs

/** `gone`: the receiver wants nothing any more. `detail`: the code of the error, if there was no response. */
export type Refused = {
  kind: 'refused'
  failure: WebhookFailure
  detail: string
  status: number | null
  answer: string
  retryAfterMs: number | undefined
}
export type Accepted = { kind: 'sent'; status: number; answer: string }

type Outcome = Pick<Accepted, 'kind'> | Refused

/** What becomes of an event after an attempt. `nextAt` null: it was sent, or is given up. */
export function afterAttempt(
  outcome: Outcome,
  { attempts, now, random }: { attempts: number; now: number; random: number },
): { attempts: number; nextAt: number | null; pausedUntil: number } {
  const made = attempts + 1
  if (outcome.kind === 'sent') return { attempts: made, nextAt: null, pausedUntil: 0 }
  const asked = Math.min(outcome.retryAfterMs ?? 0, longestPauseMs)
  const own = retriesAfterMs[attempts]
  const pausedUntil = asked > 0 ? now + asked : 0
  if (own === undefined) return { attempts: made, nextAt: null, pausedUntil }
  return { attempts: made, nextAt: now + Math.max(Math.round(own * (1 + random * mostJitter)), asked), pausedUntil }
}

/** `failedAt`: of the last attempt that failed. Both are null after one that was accepted. */
export type Failing = { failingSince: number | null; failedAt: number | null }

/** Since when nothing was accepted. A time in which nothing was tried doesn't count: the receiver may have worked. */
export function failingAfter({ kind }: Outcome, { failingSince, failedAt }: Failing, now: number): Failing {
  if (kind === 'sent') return { failingSince: null, failedAt: null }
  const goesOn = failingSince !== null && failedAt !== null && now - failedAt <= longestGapMs
  return { failingSince: goesOn ? failingSince : now, failedAt: now }
}

/** Why a webhook is turned off after an attempt. Undefined: it stays on. */
export function decideOff(outcome: Outcome, { failingSince }: Failing, now: number): 'gone' | 'failing' | undefined {
  if (outcome.kind === 'sent') return undefined
  if (outcome.failure === 'gone') return 'gone'
  return failingSince !== null && now - failingSince >= mostFailingMs ? 'failing' : undefined
}

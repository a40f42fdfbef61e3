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
const attemptsInOrder = 2
/** So that receivers that come back don't get everything at once. */
const mostJitter = 0.1
/** After nothing was accepted for this long, the webhook is turned off. */
export const mostFailingMs = 5 * 24 * hourMs
const longestPauseMs = hourMs

export type Waiting = { no: number; attempts: number; nextAt: number }

/** The next event to send, of those that wait, in order. Undefined: none is due, or the first one holds up the others. */
export function pickNext<One extends Waiting>(waiting: readonly One[], now: number): One | undefined {
  for (const one of waiting) {
    if (one.nextAt <= now) return one
    if (one.attempts <= attemptsInOrder) return undefined
  }
  return undefined
}

/** `isGone`: the receiver wants nothing any more. `problem`: for people, in English. */
export type Refused = {
  kind: 'refused'
  status: number | null
  problem: string
  answer: string
  isGone: boolean
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

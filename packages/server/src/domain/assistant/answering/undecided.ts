import type { ReplyRight } from '../reply.ts'

// Why a message got no answer although a rule might have matched. Owners read this in the send log.

export const matchedTooSlowly =
  'matching this message took longer than 1 second, so the bot stayed silent; use fewer or simpler patterns'

export const matchedTooLate =
  'messages before this one took too long to match, so it was too late for a reply; use fewer or simpler patterns'

export const notMatched = 'the rules could not be matched in time, so the bot stayed silent'

const tryAgainMs = 2_000
/** For messages without a reply token: after this long, an answer is no longer expected. */
const longestWaitMs = 60_000

/** Decides whether a message keeps waiting to be matched. Undefined: it has waited long enough. */
export function decideBusy({ reply, createdAt, now }: { reply: ReplyRight | null; createdAt: number; now: number }) {
  const runAt = now + tryAgainMs
  const end = reply?.expiresAt ?? createdAt + longestWaitMs
  return runAt < end ? { kind: 'give-back' as const, runAt } : undefined
}

/** Matching exceeded its time or memory limit. The message names no pattern, so it can be logged. */
export class TooSlow extends Error {
  /** The slowest pattern, if it is known, and the index of its rule. */
  readonly culprit: { rule: number; pattern: string } | null
  constructor(message: string, culprit: TooSlow['culprit'] = null) {
    super(message)
    this.name = 'TooSlow'
    this.culprit = culprit
  }
}

/** Nothing was decided. Try again later. */
export class TooBusy extends Error {
  constructor() {
    super('too many slow messages are waiting to be matched')
    this.name = 'TooBusy'
  }
}

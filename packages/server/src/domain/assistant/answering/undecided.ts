import type { ReplyRight } from '../reply.ts'

// Why a message has no answer though a rule might have matched. Owners read this in the send log.

export const matchedTooSlowly =
  'matching this message took longer than 1 second, so the bot stayed silent; use fewer or simpler patterns'

export const matchedTooLate =
  'messages before this one took too long to match, so it was too late for a reply; use fewer or simpler patterns'

export const notMatched = 'the rules could not be matched in time, so the bot stayed silent'

const tryAgainMs = 2_000
/** Without a right that ends: who asked has gone on to something else by then. */
const longestWaitMs = 60_000

/** Whether a message waits for a turn a little longer; undefined: it has waited long enough. */
export function decideBusy({ reply, createdAt, now }: { reply: ReplyRight | null; createdAt: number; now: number }) {
  const runAt = now + tryAgainMs
  const end = reply?.expiresAt ?? createdAt + longestWaitMs
  return runAt < end ? { kind: 'give-back' as const, runAt } : undefined
}

import type { Role } from '@innkeeper/contract'

/** A `/quiet` command. */
export type QuietRequest = { kind: 'ask' } | { kind: 'off' } | { kind: 'for'; ms: number } | { kind: 'unclear' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const longestMs = 7 * day

/** `1h`, `30m`, `2h30m`, `1d`, also with spaces. Undefined if it is just conversation. */
export function parseQuietRequest(words: string[]): QuietRequest | undefined {
  if (words.length === 0) return { kind: 'ask' }
  const asked = words.join('').toLowerCase()
  if (asked === 'off') return { kind: 'off' }
  const [, days, hours, minutes] = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?$/.exec(asked) ?? []
  const ms = Number(days ?? 0) * day + Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute
  if (ms > 0) return { kind: 'for', ms }
  return words.length === 1 ? { kind: 'unclear' } : undefined
}

/** The reply, and if something changes, until when the bot is quiet. */
export type QuietDecision =
  | { answer: 'on'; until: number; isChange: boolean }
  | { answer: 'off'; isChange: boolean }
  | { answer: 'not-quiet' | 'too-long' | 'unclear' | 'admins-only' | 'unknown-sender' }

/** Anyone can ask, the owner and admins can change it. `role` is undefined if the platform doesn't say who asks. */
export function decideQuiet(
  request: QuietRequest,
  { role, quietUntil, at }: { role: Role | undefined; quietUntil: number | null; at: number },
): QuietDecision {
  const isQuiet = quietUntil !== null && quietUntil > at
  if (request.kind === 'ask') {
    return isQuiet ? { answer: 'on', until: quietUntil, isChange: false } : { answer: 'not-quiet' }
  }
  if (role === undefined) return { answer: 'unknown-sender' }
  if (role !== 'owner' && role !== 'admin') return { answer: 'admins-only' }
  if (request.kind === 'unclear') return { answer: 'unclear' }
  if (request.kind === 'off') return { answer: 'off', isChange: isQuiet }
  if (request.ms > longestMs) return { answer: 'too-long' }
  // In whole seconds, as elsewhere in the API.
  return { answer: 'on', until: Math.ceil((at + request.ms) / 1000) * 1000, isChange: true }
}

/** Tokens of a day: of the whole service, of one channel, and of one person. */
export type ModelTokens = { day: number; channel: number; person: number }

/** Null: no limit. */
export type ModelLimits = { [Whose in keyof ModelTokens]: number | null }

export type ReachedLimit = 'ai-day-limit' | 'ai-channel-limit' | 'ai-member-limit'

/** `shares`: of the day, in percent. */
export function shareOut(day: number | null, shares: { channel: number; person: number }): ModelLimits {
  const part = (percent: number) => (day === null ? null : Math.floor((day * percent) / 100))
  return { day, channel: part(shares.channel), person: part(shares.person) }
}

/**
 * Which limit a question of this many tokens would exceed; undefined: none. However small a budget is, a first question fits
 * into it: otherwise a small budget would answer no one.
 */
export function findReachedLimit(limits: ModelLimits, spent: ModelTokens, tokens: number): ReachedLimit | undefined {
  if (limits.day !== null && spent.day + tokens > limits.day) return 'ai-day-limit'
  const isOver = (limit: number | null, used: number) => limit !== null && used > 0 && used + tokens > limit
  if (isOver(limits.channel, spent.channel)) return 'ai-channel-limit'
  return isOver(limits.person, spent.person) ? 'ai-member-limit' : undefined
}

/** For the send log. */
export const limitReasons: Record<ReachedLimit, string> = {
  'ai-day-limit': "the language model was not asked: this service has used all of today's tokens",
  'ai-channel-limit': "the language model was not asked: this channel has used its share of today's tokens",
  'ai-member-limit': "the language model was not asked: this member has used their share of today's tokens",
}

/** Some platforms allow 60 tests an hour. */
export const askEveryMs = 15 * 60_000
/** More often while a platform can't deliver, to notice that it is over. */
const againMs = 5 * 60_000

/** What is known about how a platform delivers. Null: never. */
export type ReachKnown = { startedAt: number; webhookAt: number | null; askedAt: number | null; isUnreachable: boolean }

/**
 * Whether to ask a platform if it can deliver. A delivery answers that, too. While it can't, the first delivery is a reason to ask at
 * once, because what it says then ends the gap.
 */
export function isTimeToAsk(at: number, { startedAt, webhookAt, askedAt, isUnreachable }: ReachKnown): boolean {
  if (!isUnreachable) return at - Math.max(webhookAt ?? startedAt, askedAt ?? startedAt) >= askEveryMs
  return (webhookAt ?? 0) > (askedAt ?? 0) || at - (askedAt ?? 0) >= againMs
}

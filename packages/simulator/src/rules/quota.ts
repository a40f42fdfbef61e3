/** How many messages went out in one month. */
export type Usage = { month: string; count: number }

// Plans are counted by the calendar of Japan.
const offsetMs = 9 * 3_600_000

export function monthOf(at: number): string {
  return new Date(at + offsetMs).toISOString().slice(0, 7)
}

export function usedIn(usage: Usage, at: number): number {
  return usage.month === monthOf(at) ? usage.count : 0
}

export function addUsage(usage: Usage, cost: number, at: number): Usage {
  return { month: monthOf(at), count: usedIn(usage, at) + cost }
}

/** All or nothing: a message that would exceed the limit is not sent to anyone. */
export function fitsQuota({ limit, used, cost }: { limit: number | null; used: number; cost: number }): boolean {
  return limit === null || used + cost <= limit
}

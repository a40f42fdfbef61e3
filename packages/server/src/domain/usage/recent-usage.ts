/** How much time each key used recently. What was used a half-life ago counts half. */
export type RecentUsage = {
  note(key: string, ms: number): void
  msOf(key: string): number
}

/** Beyond that, the least recently used entry is dropped. */
const mostKeys = 10_000

/** `now`: milliseconds, from any starting point. */
export function createRecentUsage(halfLifeMs: number, now: () => number): RecentUsage {
  const used = new Map<string, { ms: number; at: number }>()
  const msOf = (key: string) => {
    const known = used.get(key)
    return known ? known.ms * 0.5 ** ((now() - known.at) / halfLifeMs) : 0
  }
  return {
    note(key, ms) {
      const sum = msOf(key) + ms
      // At the end of the map, which is kept in the order of use.
      used.delete(key)
      used.set(key, { ms: sum, at: now() })
      const [oldest] = used.keys()
      if (used.size > mostKeys && oldest !== undefined) used.delete(oldest)
    },
    msOf,
  }
}

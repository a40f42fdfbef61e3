import type { Clock } from '../../ports/clock.ts'

export type Quota = { allowed: boolean; remaining: number; resetSeconds: number }

export type RateLimit = {
  /** Takes one from the quota of this name. */
  take(name: string): Quota | Promise<Quota>
  /** Whether nothing is left to take. */
  isSpent(name: string): boolean | Promise<boolean>
  readonly limit: number
}

export const windowMs = 60_000
/** Above this many names the oldest are forgotten, which bounds memory. At worst, a count starts again. */
export const mostNames = 100_000

/** A fixed window of one minute per name that begins with the first request. A limit of 0 allows everything. */
export function createRateLimit(limit: number, clock: Clock): RateLimit {
  const windows = new Map<string, { endsAt: number; used: number }>()
  return {
    limit,
    isSpent(name) {
      const window = windows.get(name)
      return limit > 0 && window !== undefined && window.endsAt > clock() && window.used >= limit
    },
    take(name) {
      if (limit === 0) return { allowed: true, remaining: 0, resetSeconds: 0 }
      const now = clock()
      let window = windows.get(name)
      if (!window || window.endsAt <= now) {
        if (windows.size >= mostNames) forgetSome(windows, now)
        window = { endsAt: now + windowMs, used: 0 }
        windows.delete(name)
        windows.set(name, window)
      }
      const allowed = window.used < limit
      if (allowed) window.used++
      return { allowed, remaining: limit - window.used, resetSeconds: Math.ceil((window.endsAt - now) / 1000) }
    },
  }
}

/** A limit that an operator can change. Counts start again then. */
export function createChangingRateLimit(findLimit: () => number, create: (limit: number) => RateLimit): RateLimit {
  let latest = create(findLimit())
  const current = () => {
    const limit = findLimit()
    if (limit !== latest.limit) latest = create(limit)
    return latest
  }
  return {
    get limit() {
      return current().limit
    },
    isSpent: (name) => current().isSpent(name),
    take: (name) => current().take(name),
  }
}

export function forgetSome(windows: Map<string, { endsAt: number }>, now: number): void {
  for (const [name, window] of windows) {
    if (window.endsAt > now && windows.size < mostNames * 0.9) break
    windows.delete(name)
  }
}

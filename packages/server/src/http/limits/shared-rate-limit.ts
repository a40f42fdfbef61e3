import type { Clock } from '../../ports/clock.ts'
import type { Nodes } from '../../ports/storage/nodes.ts'
import { createRateLimit, forgetSome, mostNames, type Quota, type RateLimit, windowMs } from './rate-limit.ts'

/** `atHand`: taken by this node and not used yet. `left`: what any node may still take, as of the last answer. */
type Window = { endsAt: number; atHand: number; left: number; asking: Promise<void> | undefined }

/**
 * One limit for all nodes together. A node takes a share of the remaining quota from the store and uses it up locally, so most
 * requests don't touch the store. Shares shrink with the quota: together the nodes never allow more than the limit, and one node
 * holds at most a twentieth of it while another refuses.
 */
export function createSharedRateLimit(
  limit: number,
  { clock, nodes, kind }: { clock: Clock; nodes: Pick<Nodes, 'takeQuota'>; kind: string },
): RateLimit {
  if (limit === 0) return createRateLimit(0, clock)
  const windows = new Map<string, Window>()
  /** While the store can't be reached, each node counts alone. */
  const alone = createRateLimit(limit, clock)

  const open = (name: string, now: number): Window => {
    const known = windows.get(name)
    if (known && known.endsAt > now) return known
    if (windows.size >= mostNames) forgetSome(windows, now)
    const window = { endsAt: now + windowMs, atHand: 0, left: limit, asking: undefined }
    windows.delete(name)
    windows.set(name, window)
    return window
  }
  /** Requests that arrive in the meantime wait for the same answer. */
  const ask = (name: string, window: Window, wanted: number): Promise<void> => {
    window.asking ??= nodes
      .takeQuota(`${kind} ${name}`, { at: clock(), windowMs, limit, wanted })
      .then(({ taken, left, endsAt }) => {
        window.atHand += taken
        window.left = left
        window.endsAt = endsAt
      })
      .finally(() => {
        window.asking = undefined
      })
    return window.asking
  }
  const quotaOf = (window: Window, allowed: boolean, now: number): Quota => ({
    allowed,
    remaining: window.atHand + window.left,
    resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
  })

  return {
    limit,
    async isSpent(name) {
      const window = open(name, clock())
      if (window.atHand > 0) return false
      if (window.left > 0) await ask(name, window, shareOf(window.left, limit)).catch(() => undefined)
      return window.atHand === 0 && window.left === 0
    },
    async take(name) {
      for (;;) {
        const now = clock()
        const window = open(name, now)
        if (window.atHand > 0) {
          window.atHand--
          return quotaOf(window, true, now)
        }
        if (window.left === 0) return quotaOf(window, false, now)
        try {
          await ask(name, window, shareOf(window.left, limit))
        } catch {
          return await alone.take(name)
        }
      }
    },
  }
}

/** Small enough that little stays unused on any node; single requests near the end. */
function shareOf(left: number, limit: number): number {
  return Math.max(1, Math.floor(Math.min(limit / 20, left / 4)))
}

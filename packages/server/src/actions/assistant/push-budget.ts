import type { PlatformRefusalCode } from '../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector } from '../../ports/connector.ts'

/** What can still be pushed this month: the platform's number, minus what was pushed since it was read. */
export type PushBudget = {
  /** Reserves the cost of a push, once per key. False if not enough is left. */
  take(connector: Connector, key: string, countReached: () => Promise<number>): Promise<boolean>
  /** Returns a reservation after the platform refused the push, which then cost nothing. */
  giveBack(connector: Connector, key: string, code: PlatformRefusalCode): void
}

/** Others may push with the same account, such as the operator by hand. */
const refreshAfterMs = 5 * 60_000

type Known = { left: number | null; taken: Map<string, number> }

export function createPushBudget(clock: Clock): PushBudget {
  const known = new Map<string, { at: number; budget: Promise<Known> }>()

  /** Concurrent callers share one request. */
  function ask(connector: Connector): Promise<Known> {
    const { platform } = connector
    const before = known.get(platform)
    if (before && clock() - before.at < refreshAfterMs) return before.budget
    const asked = { at: clock(), budget: askPlatform(connector) }
    known.set(platform, asked)
    asked.budget.catch(() => known.delete(platform))
    return asked.budget
  }

  return {
    async take(connector, key, countReached) {
      const { left } = await ask(connector)
      if (left === null) return true
      const cost = await countReached()
      const budget = await ask(connector)
      // No `await` from here on, so that two callers don't both get what is enough for one.
      if (budget.left === null || budget.taken.has(key)) return true
      const spent = budget.taken.values().reduce((sum, one) => sum + one, 0)
      if (spent + cost > budget.left) return false
      budget.taken.set(key, cost)
      return true
    },
    giveBack({ platform }, key, code) {
      void known.get(platform)?.budget.then(({ taken }) => taken.delete(key))
      // Our count was wrong, so the platform is asked again before the next push.
      if (code === 'quota') known.delete(platform)
    },
  }
}

async function askPlatform({ pushes }: Connector): Promise<Known> {
  const { limit, used } = (await pushes?.getBudget()) ?? { limit: 0, used: 0 }
  return { left: limit === null ? null : limit - used, taken: new Map() }
}

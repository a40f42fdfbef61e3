import { tooManyRequests } from '../http/api-error.ts'
import type { Limit } from '../options.ts'
import type { World } from '../world.ts'
import type { Target } from './find-chat.ts'

/** Counts a message against the limits, or refuses it with the time to wait. A refused one doesn't count. */
export function countSending(world: World, { kind, chat }: Target): void {
  const { limits, clock } = world.settings
  if (!limits) return
  const at = clock()
  const own: [string, Limit][] = [
    [String(chat.id), limits.chat],
    ['all', limits.all],
    ...(kind === 'chat' ? [[`${chat.id}/minute`, limits.group] satisfies [string, Limit]] : []),
  ]
  const waits = own.map(([key, limit]) => waitFor(world.sendTimes.get(key) ?? [], limit, at))
  const waitMs = Math.max(...waits)
  if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1_000))
  for (const [key, limit] of own) {
    const times = (world.sendTimes.get(key) ?? []).filter((time) => time > at - limit.periodMs)
    world.sendTimes.set(key, [...times, at])
  }
}

/** How long until one more fits into the period. */
function waitFor(times: readonly number[], { count, periodMs }: Limit, at: number): number {
  const inPeriod = times.filter((time) => time > at - periodMs)
  const oldest = inPeriod[inPeriod.length - count]
  return oldest === undefined ? 0 : oldest + periodMs - at
}

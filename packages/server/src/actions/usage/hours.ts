import { type ChannelUsage, usageLimits } from '@innkeeper/contract'
import { createWeekClock } from '../../domain/assistant/week-clock.ts'
import { addDays, dayOf, dayRange } from '../../domain/day.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MessagePosition } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Pick<Store, 'listPositions'>; clock: Clock; retentionCeilingDays: number | null }
type Days = { from: string; to: string }
type Hours = Pick<ChannelUsage, 'hours' | 'weekHours' | 'hoursFrom'>

/** Reading this many times takes a few milliseconds, then others get their turn. */
const positionsAtOnce = 1000

/** When people post, in the channel's time zone; from the last day back, as far as the limits allow. */
export async function countHours(deps: Deps, grant: ChannelGrant, days: Days): Promise<Hours> {
  const { channelNo, timezone } = grant.channel
  const earliest = addDays(days.to, 1 - usageLimits.hourDays)
  const firstDay = days.from > earliest ? days.from : earliest
  const visible = visibleFrom(grant, deps.clock(), deps.retentionCeilingDays)
  const from = Math.max(dayRange(firstDay, timezone).start, visible)
  const end = dayRange(days.to, timezone).end
  const weekHours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  if (from >= end) return { hours: sumOf(weekHours), weekHours, hoursFrom: null }
  const tell = createWeekClock(timezone)
  let counted = 0
  let day = days.to
  for await (const positions of readPositions(deps.store, channelNo, from, end)) {
    for (const { time } of positions) {
      const { date, weekday, hour } = tell(time)
      if (date !== day && counted >= usageLimits.hourMessages)
        return { hours: sumOf(weekHours), weekHours, hoursFrom: day }
      day = date
      counted += 1
      const row = weekHours[weekday]
      if (row) row[hour] = (row[hour] ?? 0) + 1
    }
  }
  return { hours: sumOf(weekHours), weekHours, hoursFrom: dayOf(from, timezone) }
}

async function* readPositions(
  store: Deps['store'],
  channelNo: number,
  from: number,
  end: number,
): AsyncGenerator<MessagePosition[]> {
  let before: MessagePosition = { time: end, seq: Number.MIN_SAFE_INTEGER }
  for (;;) {
    const positions = await store.listPositions(channelNo, { from, before, limit: positionsAtOnce })
    yield positions
    const last = positions.at(-1)
    if (!last || positions.length < positionsAtOnce) return
    before = last
    await nextSlice()
  }
}

function sumOf(weekHours: number[][]): number[] {
  return Array.from({ length: 24 }, (_, hour) => weekHours.reduce((sum, hours) => sum + (hours[hour] ?? 0), 0))
}

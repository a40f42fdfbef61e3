import { type DayList, type QueryOf, type Routes, sizeLimits } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'
import { addDays, countDays, dayOf, dayRange } from '../../domain/day.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

const standardDays = 31
const mostDays = 366

export async function listDays(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listDays']>,
): Promise<DayList> {
  const { channelNo, timezone } = grant.channel
  const now = clock()
  const today = dayOf(now, timezone)
  const dates = listDates(query, today)
  const from = visibleFrom(grant, now, retentionCeilingDays)
  const ends = await store.findEnds(channelNo, from)
  const spans = dates
    .map((date) => ({ date, ...dayRange(date, timezone) }))
    .filter(({ start, end }) => ends && end > ends.first && start <= ends.last)
    .map(({ date, start, end }) => ({ date, from: Math.max(start, from), to: end }))
  const days: DayList['days'] = []
  for (let index = 0; index < spans.length; index += daysAtOnce) {
    if (index > 0) await nextSlice()
    const some = spans.slice(index, index + daysAtOnce)
    const counts = await store.countMessages(channelNo, some, sizeLimits.countedADay)
    for (const [nth, { date }] of some.entries()) {
      const messages = counts[nth] ?? 0
      if (messages > 0) days.push({ date, messages })
    }
  }
  return {
    timezone,
    today,
    firstDay: ends ? dayOf(ends.first, timezone) : null,
    lastDay: ends ? dayOf(ends.last, timezone) : null,
    days,
  }
}

/** Counting a busy month takes milliseconds, then others get their turn. */
const daysAtOnce = 31

export function listDates(query: { from?: string; to?: string }, today: string): string[] {
  const to = query.to ?? (query.from === undefined ? today : addDays(query.from, standardDays - 1))
  const from = query.from ?? addDays(to, 1 - standardDays)
  if (!isDay(from) || !isDay(to)) throw invalid('from and to must be in the years 0000 to 9999')
  const length = countDays(from, to)
  if (length < 1) throw invalid('from must not be after to')
  if (length > mostDays) throw invalid(`from and to must be at most ${mostDays} days apart`)
  return Array.from({ length }, (_, index) => addDays(from, index))
}

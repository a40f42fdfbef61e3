import type { Welcome } from '@innkeeper/contract'
import { Temporal } from 'temporal-polyfill'

export type QuietHours = NonNullable<Welcome['quietHours']>

/** Why a channel can't have these quiet hours; undefined: it can. */
export function findBadQuietHours(hours: QuietHours | null | undefined): string | undefined {
  if (!hours || hours.from !== hours.to) return undefined
  return `quietHours.from and quietHours.to are both ${hours.from}, which never ends; set two different times, or null`
}

/**
 * When the quiet hours around this time end; undefined outside of them. They run from one time to another, so a night in which
 * clocks change is an hour shorter or longer, and an hour that comes twice doesn't start them twice.
 */
export function endOfQuietHours({ from, to }: QuietHours, at: number, timezone: string): number | undefined {
  if (from === to) return undefined
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate()
  for (const day of [today.subtract({ days: 1 }), today]) {
    const end = momentOf(to > from ? day : day.add({ days: 1 }), to, timezone)
    if (at >= momentOf(day, from, timezone) && at < end) return end
  }
  return undefined
}

/** A time that is skipped when clocks go forward comes that much later; of one that comes twice, the first counts. */
function momentOf(day: Temporal.PlainDate, time: string, timezone: string): number {
  return day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
}

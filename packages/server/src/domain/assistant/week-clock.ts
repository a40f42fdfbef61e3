import { Temporal } from 'temporal-polyfill'
import { type DayRange, dayOf, dayRange } from '../day.ts'

/** A local time: the day, the weekday from 0 for Monday to 6, and the hour from 0 to 23. */
export type WeekTime = { date: string; weekday: number; hour: number }

type Day = DayRange & { date: string; weekday: number; hours: readonly number[] }

const stepMs = 15 * 60_000
const dayMs = 24 * 60 * 60_000

/** Fast for times in order: time zone arithmetic is done once per day. */
export function createWeekClock(timezone: string): (ms: number) => WeekTime {
  let today: Day | undefined
  return (ms) => {
    if (!today || ms < today.start || ms >= today.end) today = openDay(dayOf(ms, timezone), timezone)
    const hour = today.hours[Math.floor((ms - today.start) / stepMs)] ?? 0
    return { date: today.date, weekday: today.weekday, hour }
  }
}

/** 0 for Monday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek - 1
}

function openDay(date: string, timezone: string): Day {
  const range = dayRange(date, timezone)
  const lengthMs = range.end - range.start
  // Clocks change by whole quarters of an hour. On such a day, an hour comes twice or not at all.
  const hours = Array.from({ length: Math.ceil(lengthMs / stepMs) }, (_, step) =>
    lengthMs === dayMs ? Math.floor(step / 4) : hourAt(range.start + step * stepMs, timezone),
  )
  return { date, ...range, weekday: weekdayOf(date), hours }
}

function hourAt(ms: number, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).hour
}

import { Temporal } from 'temporal-polyfill'

/** Milliseconds since 1970, start included, end excluded. */
export type DayRange = { start: number; end: number }

// A page needs the same few days over and over, and time zone arithmetic costs more than the query.
const remembered = new Map<string, DayRange>()
const today = new Map<string, DayRange & { date: string }>()
const mostRemembered = 2000

/** A calendar day in a zone: 24 hours long, or 23 or 25, or (in Apia on 2011-12-30) none at all. */
export function dayRange(date: string, timezone: string): DayRange {
  const name = `${date} ${timezone}`
  const known = remembered.get(name)
  if (known) return known
  const day = Temporal.PlainDate.from(date)
  const range = { start: startOf(day, timezone), end: startOf(day.add({ days: 1 }), timezone) }
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(name, range)
  return range
}

/** The calendar day of a time in a zone: the one whose range contains it. */
export function dayOf(ms: number, timezone: string): string {
  const current = today.get(timezone)
  if (current && ms >= current.start && ms < current.end) return current.date
  const found = findDay(ms, timezone)
  if (today.size >= mostRemembered) today.clear()
  today.set(timezone, found)
  return found.date
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Days from the first to the last, both included; 0 or less when they are the wrong way round. */
export function countDays(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1
}

/** If clocks went back over midnight, an evening came twice; its second half belongs to the day that had already started. */
function findDay(ms: number, timezone: string): DayRange & { date: string } {
  const date = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toString()
  const range = dayRange(date, timezone)
  if (ms < range.end) return { date, ...range }
  const next = addDays(date, 1)
  return { date: next, ...dayRange(next, timezone) }
}

function startOf(day: Temporal.PlainDate, timezone: string): number {
  return day.toZonedDateTime(timezone).epochMilliseconds
}

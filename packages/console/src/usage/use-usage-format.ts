import { useTranslation } from 'react-i18next'
import { localeOf, useFormat } from '../ui/format/format.ts'
import type { Counter, Point } from './figures.ts'

/** Formats for numbers, days and hours of usage. */
export type UsageFormat = ReturnType<typeof useUsageFormat>

export function useUsageFormat() {
  const { i18n } = useTranslation()
  const { count, size } = useFormat()
  const marks = marksFor(localeOf(i18n.language, navigator.languages))
  const date = (day: string) => marks.date.format(atMidnight(day))
  return {
    count,
    date,
    value: (counter: Counter, value: number) => (counter === 'mediaBytes' ? size(value) : count(value)),
    /** For narrow labels. */
    shortValue: (counter: Counter, value: number) =>
      counter === 'mediaBytes' && value > 0 ? size(value) : marks.short.format(value),
    shortCount: (value: number) => marks.short.format(value),
    change: (share: number) => marks.change.format(share),
    shortDate: (day: string) => marks.shortDate.format(atMidnight(day)),
    days: ({ from, to }: Omit<Point, 'count'>) =>
      from === to ? date(from) : marks.date.formatRange(atMidnight(from), atMidnight(to)),
    weekday: (weekday: number) => marks.weekday.format(weekdayAt(weekday)),
    shortWeekday: (weekday: number) => marks.shortWeekday.format(weekdayAt(weekday)),
    // Intl's own range says 12時00分～13時00分 in Japanese, and leaves out the second half of the day in Chinese.
    hourSpan: (hour: number) => `${marks.hour.format(hourAt(hour))}–${marks.hour.format(hourAt(hour + 1))}`,
  }
}

type Marks = ReturnType<typeof makeMarks>

const known = new Map<string, Marks>()

// Intl's formatters are slow to create.
function marksFor(locale: string): Marks {
  const marks = known.get(locale) ?? makeMarks(locale)
  known.set(locale, marks)
  return marks
}

function makeMarks(locale: string) {
  // A channel's days and hours are already in its own zone: they are read and written as UTC.
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  return {
    date: dates({ dateStyle: 'medium' }),
    shortDate: dates({ day: 'numeric', month: 'short' }),
    weekday: dates({ weekday: 'long' }),
    shortWeekday: dates({ weekday: 'short' }),
    hour: dates({ timeStyle: 'short' }),
    short: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
    change: new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }),
  }
}

const atMidnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** 1 January 2024 was a Monday. */
const weekdayAt = (weekday: number) => Date.UTC(2024, 0, 1 + weekday)
const hourAt = (hour: number) => Date.UTC(2024, 0, 1, hour)

import type { MantineThemeOverride } from '@mantine/core'
import type { Format } from './format.ts'

/**
 * How calendars and date pickers write months, years and days. The library's own patterns use the English order, and count
 * the years of Thai readers differently from the rest of the page.
 */
export function calendarTexts(format: Format): NonNullable<MantineThemeOverride['components']> {
  const year = (date: string) => format.year(date.slice(0, 4))
  const day = (date: string | null | undefined) => (date ? format.plainDate(date.slice(0, 10)) : '')
  return {
    MonthLevel: { defaultProps: { monthLabelFormat: (date: string) => format.month(date.slice(0, 7)) } },
    YearLevel: { defaultProps: { yearLabelFormat: year } },
    DecadeLevel: { defaultProps: { decadeLabelFormat: (from: string, to: string) => `${year(from)} – ${year(to)}` } },
    YearsList: { defaultProps: { yearsListFormat: year } },
    DatePickerInput: { defaultProps: { valueFormatter: ({ date }: { date: Picked }) => writeDays(date, day) } },
  }
}

/** One day, or both ends of a range, of which the second may not be chosen yet. */
type Picked = string | null | (string | null)[]

function writeDays(picked: Picked, day: (date: string | null) => string): string {
  if (!Array.isArray(picked)) return day(picked)
  return picked.some(Boolean) ? picked.map(day).join(' – ') : ''
}

/** The first day of the week in a locale; 0 is Sunday. */
export function firstDayOfWeek(locale: string): 0 | 1 | 6 {
  const { firstDay } = weekOf(locale)
  return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1
}

/** For browsers that don't know it: Sunday in our languages, except for English outside America. */
function weekOf(locale: string): { firstDay: number } {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  if (known.getWeekInfo) return known.getWeekInfo()
  return { firstDay: locale.startsWith('en-') && locale !== 'en-US' ? 1 : 7 }
}

export type Heat = 0 | 1 | 2 | 3 | 4

/**
 * From 0 to 4: how busy a day was among all that had messages, by quarters of them. So a few big days don't make all others
 * look empty, however big they are.
 */
export function heatScale(counts: Iterable<number>): (messages: number) => Heat {
  const busy = [...counts].filter((count) => count > 0).sort((a, b) => a - b)
  return (messages) => {
    if (messages <= 0 || busy.length === 0) return 0
    const upTo = busy.filter((count) => count <= messages).length
    return Math.max(1, Math.ceil((4 * upTo) / busy.length)) as Heat
  }
}

/** The first and the last day of a month such as 2026-03. */
export function monthRange(month: string): { from: string; to: string } {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

/** Date ranges that end today, in the channel's time zone. */
export function dateRanges(today: string): Record<'week' | 'month' | 'year', [from: string, to: string]> {
  return {
    week: [daysBefore(today, 6), today],
    month: [daysBefore(today, 29), today],
    year: [`${today.slice(0, 4)}-01-01`, today],
  }
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
}

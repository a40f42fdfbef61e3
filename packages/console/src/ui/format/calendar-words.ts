import type { MantineThemeOverride } from '@mantine/core'
import type { Format } from './format.ts'

/**
 * How calendars and pickers write months, years and days, wherever they stand. The library would write them by patterns of
 * its own, which put the parts in English order and count the years of Thai readers differently than the rest of the page.
 */
export function calendarWords(format: Format): NonNullable<MantineThemeOverride['components']> {
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

/** One day, or the two ends of a stretch, of which the second may not be chosen yet. */
type Picked = string | null | (string | null)[]

function writeDays(picked: Picked, day: (date: string | null) => string): string {
  if (!Array.isArray(picked)) return day(picked)
  return picked.some(Boolean) ? picked.map(day).join(' – ') : ''
}

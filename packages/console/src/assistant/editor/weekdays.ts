import { type Weekday, weekdays } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../ui/format/format.ts'

const dayMs = 86_400_000
/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

/** The days of the week as people of a language call them. */
export function useWeekdays(length: 'short' | 'long'): Record<Weekday, string> {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(localeOf(i18n.language, navigator.languages), {
    weekday: length,
    timeZone: 'UTC',
  })
  const names = weekdays.map((day, index) => [day, format.format(monday + index * dayMs)])
  return Object.fromEntries(names) as Record<Weekday, string>
}

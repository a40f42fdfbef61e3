import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { heatScale } from '../ui/format/calendar.ts'
import { useJoin } from '../ui/format/join.ts'
import classes from './usage.module.css'
import { type UsageFormat, useUsageFormat } from './use-usage-format.ts'

type Line = { name: string; label: string; cells: { count: number; at: string[] }[] }

/** Hours by weekday. Each cell has its number; the colour only helps to find it. On a phone, hours go downwards. */
export function WeekMap({ weekHours }: { weekHours: readonly (readonly number[])[] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const join = useJoin()
  const isNarrow = useMediaQuery('(max-width: 61.99em)', true) ?? true
  const heatOf = heatScale(weekHours.flat())
  const { head, lines } = isNarrow ? downwards(weekHours, format) : across(weekHours, format)
  return (
    <table className={classes.map} aria-label={t('usage.busiest.byHour')}>
      <thead>
        <tr>
          <td className={classes.corner} />
          {head.map(({ name, label }) => (
            <th key={label} scope="col">
              <span aria-hidden>{name}</span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, label, cells }) => (
          <tr key={label}>
            <th scope="row">
              <span aria-hidden>{name}</span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </th>
            {cells.map(({ count, at }) => (
              <td
                key={at.join()}
                className={classes.cell}
                data-heat={heatOf(count)}
                title={join.labelled(join.list(at), format.count(count))}
              >
                {count === 0 ? <VisuallyHidden>0</VisuallyHidden> : format.shortCount(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour)

function across(weekHours: readonly (readonly number[])[], format: UsageFormat): { head: Head[]; lines: Line[] } {
  return {
    head: allHours.map((hour) => hourHead(hour, format)),
    lines: weekHours.map((hours, weekday) => ({
      ...weekdayHead(weekday, format),
      cells: allHours.map((hour) => ({ count: hours[hour] ?? 0, at: cellLabel(weekday, hour, format) })),
    })),
  }
}

function downwards(weekHours: readonly (readonly number[])[], format: UsageFormat): { head: Head[]; lines: Line[] } {
  return {
    head: weekHours.map((_, weekday) => weekdayHead(weekday, format)),
    lines: allHours.map((hour) => ({
      ...hourHead(hour, format),
      cells: weekHours.map((hours, weekday) => ({ count: hours[hour] ?? 0, at: cellLabel(weekday, hour, format) })),
    })),
  }
}

type Head = Pick<Line, 'name' | 'label'>

const weekdayHead = (weekday: number, format: UsageFormat): Head => {
  return { name: format.shortWeekday(weekday), label: format.weekday(weekday) }
}
const hourHead = (hour: number, format: UsageFormat): Head => ({ name: String(hour), label: format.hourSpan(hour) })
const cellLabel = (weekday: number, hour: number, format: UsageFormat) => [
  format.weekday(weekday),
  format.hourSpan(hour),
]

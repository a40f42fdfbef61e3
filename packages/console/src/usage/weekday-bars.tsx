import { useTranslation } from 'react-i18next'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

/** Seven lines: quicker to read than axes, and each says its number. */
export function WeekdayBars({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const most = Math.max(1, ...counts)
  return (
    <ul className={classes.bars} aria-label={t('usage.busiest.byWeekday')}>
      {counts.map((count, weekday) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day of the week.
        <li key={weekday} className={classes.bar}>
          <span>{format.weekday(weekday)}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.fill} style={{ inlineSize: `${(count / most) * 100}%` }} />
          </span>
          <span className={classes.number}>{format.count(count)}</span>
        </li>
      ))}
    </ul>
  )
}

import type { ChannelUsage } from '@innkeeper/contract'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../ui/layout.tsx'
import { busiestOf } from './figures.ts'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'
import { WeekMap } from './week-map.tsx'

/** On which days and at which hours people write. */
export function Busiest({ usage }: { usage: ChannelUsage }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const { weekdays, hours, weekHours, hoursFrom, to } = usage
  const [weekday, hour] = [busiestOf(weekdays), busiestOf(hours)]
  const label = () => {
    if (weekday === undefined) return t('usage.none')
    const most = { weekday: format.weekday(weekday) }
    if (hour === undefined) return t('usage.busiest.weekday', most)
    return t('usage.busiest.both', { ...most, hours: format.hourSpan(hour) })
  }
  return (
    <Section title={t('usage.busiest.title')} text={label()}>
      {weekday !== undefined && (
        <Card withBorder radius="lg" padding="lg">
          <Stack gap="xl">
            <div>
              <Title order={3} size="sm" fw={500} c="dimmed" mb="sm">
                {t('usage.busiest.byWeekday')}
              </Title>
              <WeekdayBars counts={weekdays} />
            </div>
            {hoursFrom !== null && hour !== undefined && (
              <div>
                <Title order={3} size="sm" fw={500} c="dimmed">
                  {t('usage.busiest.byHour')}
                </Title>
                <Text size="xs" c="dimmed" mb="sm">
                  {t('usage.busiest.counted', { days: format.days({ from: hoursFrom, to }) })}
                </Text>
                <WeekMap weekHours={weekHours} />
              </div>
            )}
          </Stack>
        </Card>
      )}
    </Section>
  )
}

/** Seven rows with their numbers, which are easier to read than a chart with axes. */
function WeekdayBars({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const most = Math.max(1, ...counts)
  return (
    <ul className={classes.bars} aria-label={t('usage.busiest.byWeekday')}>
      {counts.map((count, weekday) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day of the week.
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

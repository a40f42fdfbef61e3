import '@mantine/dates/styles.layer.css'
import { sizeLimits } from '@innkeeper/contract'
import { Alert, Box, Button, Group, Loader, Text } from '@mantine/core'
import { Calendar as MonthCalendar } from '@mantine/dates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { ZoneNote } from '../../channel/zoned-time.tsx'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { loadTexts } from '../../locales/i18n.ts'
import { heatScale, monthRange } from '../../ui/format/calendar.ts'
import { IconPrinter } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import type { Print } from '../print/use-print.tsx'
import type { Jumps } from '../use-jumps.ts'
import classes from './calendar.module.css'

const DayFile = lazy(async () => {
  const [file] = await Promise.all([import('../day-file/day-file.tsx'), loadTexts('exports')])
  return file
})

type Props = {
  /** The day that is in view. */
  day: string | undefined
  jumps: Jumps
  print: Print
}

/** Shows how many messages each day has, and jumps to a day. */
export default memo(function Calendar({ day, jumps, print }: Props) {
  const { t } = useTranslation()
  const { channelId, format } = useConversationContext()
  const [month, setMonth] = useState(day?.slice(0, 7) ?? new Date().toISOString().slice(0, 7))
  // Follows the month that is in view.
  useEffect(() => {
    if (day) setMonth(day.slice(0, 7))
  }, [day])
  const days = useQuery({
    queryKey: [...channelKey(channelId), 'days', month],
    queryFn: () => api.listDays({ channelId, ...monthRange(month) }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const counts = new Map(days.data?.days.map(({ date, messages }) => [date, messages]))
  const heatOf = heatScale(counts.values())
  const label = (date: string) => {
    const count = counts.get(date)
    if (!count) return t('conversation.calendar.none', { day: format.day(date) })
    const key = count >= sizeLimits.countedADay ? 'conversation.calendar.many' : 'conversation.calendar.some'
    return t(key, { day: format.day(date), count })
  }
  return (
    <div className={classes.calendar} data-own-keys>
      <MonthCalendar
        date={`${month}-01`}
        onDateChange={(date) => setMonth(date.slice(0, 7))}
        highlightToday
        hideOutsideDates
        fullWidth
        {...(days.data?.firstDay ? { minDate: days.data.firstDay } : {})}
        {...(days.data ? { maxDate: days.data.today } : {})}
        getDayAriaLabel={label}
        getDayProps={(date) => ({
          disabled: !counts.has(date),
          selected: date === day,
          onClick: () => jumps.toDay(date),
          title: label(date),
          'data-heat': heatOf(counts.get(date) ?? 0),
        })}
        classNames={{ day: classes.day ?? '' }}
        ariaLabels={{
          previousMonth: t('conversation.calendar.previous'),
          nextMonth: t('conversation.calendar.next'),
        }}
      />
      {days.isError && !days.data && (
        <Alert color="gray" p="xs">
          <Text size="sm">{t('conversation.calendar.failed')}</Text>
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => void days.refetch()}>
            {t('shell.retry')}
          </Button>
        </Alert>
      )}
      <Group justify="space-between" mt="sm" gap="xs">
        <Scale />
        {days.isFetching && <Loader size={12} role="status" aria-label={t('shell.loading')} />}
      </Group>
      <ZoneNote mt="sm" />
      <Group grow mt="md" gap="xs">
        <Button variant="default" size="xs" onClick={jumps.toFirst}>
          {t('conversation.calendar.first')}
        </Button>
        <Button variant="default" size="xs" onClick={jumps.toLatest}>
          {t('conversation.calendar.today')}
        </Button>
      </Group>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        fullWidth
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={print.isPending}
        disabled={day === undefined}
        onClick={print.start}
      >
        {day === undefined
          ? t('conversation.print.button')
          : t('conversation.print.day', { day: format.plainDate(day) })}
      </Button>
      {print.error !== null && (
        <Box mt="xs">
          <FailureNote error={print.error} />
        </Box>
      )}
      {day !== undefined && (
        <Suspense>
          <DayFile key={day} day={day} />
        </Suspense>
      )}
    </div>
  )
})

function Scale() {
  const { t } = useTranslation()
  return (
    <span className={classes.scale} aria-hidden>
      {t('conversation.calendar.less')}
      {[1, 2, 3, 4].map((heat) => (
        <span key={heat} className={classes.step} data-heat={heat} />
      ))}
      {t('conversation.calendar.more')}
    </span>
  )
}

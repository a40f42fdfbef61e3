import '@mantine/dates/styles.layer.css'
import { type LedgerDay, sizeLimits } from '@innkeeper/contract'
import { Alert, Box, Button, Group, Loader, Text } from '@mantine/core'
import { Calendar as MonthCalendar } from '@mantine/dates'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { ZoneNote } from '../../channel/zoned-time.tsx'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { heatScale, monthRange } from '../../ui/format/calendar.ts'
import { IconPrinter } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import { DayDetails } from '../ledger/day-details.tsx'
import { ledgerQuery } from '../ledger/ledger-query.ts'
import { isAnythingMissing } from '../ledger/ledger-text.ts'
import { MonthLegend } from '../ledger/month-legend.tsx'
import { StateMark } from '../ledger/state-mark.tsx'
import type { Print } from '../print/use-print.tsx'
import type { Jumps } from '../use-jumps.ts'
import classes from './calendar.module.css'

const DayFile = lazy(() => import('../day-file/day-file.tsx'))

type Props = {
  /** The day that is in view. */
  day: string | undefined
  jumps: Jumps
  print: Print
}

/** Shows how many messages each day has, and jumps to a day. */
export default memo(function Calendar({ day, jumps, print }: Props) {
  const { t } = useTranslation()
  const { channelId, format, join } = useConversationContext()
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
  const ledger = useQuery({ ...ledgerQuery(channelId, month), refetchInterval: 60_000 })
  const known = new Map(ledger.data?.days.map((one) => [one.date, one]))
  const [detailed, setDetailed] = useState<LedgerDay>()
  const [isDetailed, details] = useDisclosure(false)
  const counts = new Map(days.data?.days.map(({ date, messages }) => [date, messages]))
  const heatOf = heatScale(counts.values())
  const labelMessages = (date: string) => {
    const count = counts.get(date)
    if (!count) return t('conversation.calendar.none', { day: format.day(date) })
    const key = count >= sizeLimits.countedADay ? 'conversation.calendar.many' : 'conversation.calendar.some'
    return t(key, { day: format.day(date), count })
  }
  const label = (date: string) => {
    const state = known.get(date)?.state
    const messages = labelMessages(date)
    return state && state !== 'empty' ? join.sentences(messages, t(`ledger.state.${state}`)) : messages
  }
  // A day without messages can't be jumped to, but what is missing there can be shown.
  const isOnlyMissing = (date: string) => !counts.has(date) && isAnythingMissing(known.get(date))
  const showDetails = (date: string) => {
    setDetailed(known.get(date))
    details.open()
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
          disabled: !counts.has(date) && !isOnlyMissing(date),
          selected: date === day,
          onClick: () => (isOnlyMissing(date) ? showDetails(date) : jumps.toDay(date)),
          title: label(date),
          'data-heat': heatOf(counts.get(date) ?? 0),
        })}
        renderDay={(date) => {
          const state = known.get(date)?.state
          return (
            <span className={classes.number}>
              {Number(date.slice(8))}
              {state && <StateMark state={state} />}
            </span>
          )
        }}
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
      {ledger.data && <MonthLegend days={ledger.data.days} day={day} />}
      {detailed && <DayDetails day={detailed} opened={isDetailed} onClose={details.close} />}
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

import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconArchive, IconCalendar, IconInfoCircle } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import range from '../../ui/date-range.module.css'
import { dateRanges } from '../../ui/format/calendar.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useMayEdit } from '../use-may-edit.ts'

export type Span = { from: string; to: string }

type Props<Report> = {
  of: 'replay' | 'conflicts'
  isDraft: boolean
  /** The draft is switched off. It's tried as if it were on. */
  isOff?: boolean | undefined
  /** Changes with everything that is tried: the result of an earlier draft must not look like that of this one. */
  tried?: string
  /** Why the trial cannot run yet. */
  obstacle: string | undefined
  trial: UseMutationResult<Report, Error, Span>
  children: (report: Report) => ReactNode
}

/** Runs something over past messages: choose the days, watch the progress, see the result. */
export function PastTrial<Report>({ of, isDraft, isOff, tried, obstacle, trial, children }: Props<Report>) {
  const { t } = useTranslation()
  const { isSubscribed } = useMayEdit()
  const [span, setSpan] = useSpan()
  const { reset } = trial
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tried` only says that something has changed
  useEffect(reset, [tried, reset])
  if (!isSubscribed) return <NeedsBackup what={t(`assistant.${of}.needsBackup`)} />
  const choose = (days: Span) => {
    setSpan(days)
    // The result of other days must not look like that of these.
    trial.reset()
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t(isDraft ? `assistant.${of}.textDraft` : `assistant.${of}.text`)}
      </Text>
      {isOff && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('assistant.replay.off')}
        </Alert>
      )}
      <Group align="flex-end" gap="xs">
        <SpanField span={span} onChange={choose} />
        <Button loading={trial.isPending} disabled={obstacle !== undefined} onClick={() => trial.mutate(span)}>
          {t(`assistant.${of}.start`)}
        </Button>
      </Group>
      {obstacle !== undefined && (
        <Text size="sm" c="dimmed">
          {obstacle}
        </Text>
      )}
      {trial.isPending && <Progress value={100} animated aria-label={t(`assistant.${of}.running`)} />}
      {trial.error && <ErrorScreen inline error={trial.error} />}
      {trial.data !== undefined && !trial.isPending && children(trial.data)}
    </Stack>
  )
}

function useSpan(): [Span, (span: Span) => void] {
  const { timezone } = useChannel()
  const today = useFormat(timezone).dayOf(new Date().toISOString())
  const [from, to] = dateRanges(today).month
  return useState<Span>({ from, to })
}

function SpanField({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t, i18n } = useTranslation()
  const { timezone } = useChannel()
  const today = useFormat(timezone).dayOf(new Date().toISOString())
  const [begun, setBegun] = useState<string>()
  const days = useFormat('UTC')
  const written = (day: string) => days.date(`${day}T00:00:00Z`)
  const { week, month } = dateRanges(today)
  return (
    <DatePickerInput
      type="range"
      label={t('assistant.replay.span')}
      locale={i18n.language}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      classNames={{ datePickerRoot: range.picker ?? '', presetsList: range.presets ?? '' }}
      ariaLabels={{ previousMonth: t('usage.span.previousMonth'), nextMonth: t('usage.span.nextMonth') }}
      allowSingleDateInRange
      maxDate={today}
      miw={240}
      value={begun === undefined ? [span.from, span.to] : [begun, null]}
      valueFormatter={() => `${written(begun ?? span.from)} – ${begun === undefined ? written(span.to) : ''}`}
      onChange={([from, to]) => {
        setBegun(from !== null && to === null ? from : undefined)
        if (from !== null && to !== null) onChange({ from, to })
      }}
      popoverProps={{ onClose: () => setBegun(undefined) }}
      presets={[
        { value: week, label: t('search.presets.week') },
        { value: month, label: t('search.presets.month') },
      ]}
    />
  )
}

/** Explains that a trial needs the backup. */
function NeedsBackup({ what }: { what: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  return (
    <Alert color="gray" variant="light" icon={<IconArchive size={18} />}>
      <Text size="sm">
        {what}{' '}
        <Anchor inherit renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}>
          {t('assistant.subscribe')}
        </Anchor>
      </Text>
    </Alert>
  )
}

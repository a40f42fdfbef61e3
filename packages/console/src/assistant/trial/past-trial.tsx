import '@mantine/dates/styles.layer.css'
import type { RuleDraft } from '@innkeeper/contract'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { dateRanges } from '../../ui/format/calendar.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconCalendar, IconInfoCircle } from '../../ui/icons/icons.ts'
import { LateDateRange } from '../../ui/late-fields.tsx'
import { NeedsBackup } from '../needs-backup.tsx'
import { useMayEdit } from '../use-may-edit.ts'
import { type Span, useTrial } from './use-trial.ts'

type Props<Report> = {
  of: 'replay' | 'conflicts'
  /** The draft that is tried. Without it, the saved assistant is tried. */
  rule: RuleDraft | undefined
  /** The draft is switched off. It's tried as if it were on. */
  isOff?: boolean | undefined
  /** Why the trial cannot run yet. */
  obstacle: string | undefined
  run: (span: Span) => Promise<Report>
  /** `draftId`: what the report calls the draft. */
  children: (report: Report, draftId: string | undefined) => ReactNode
}

/** Runs something over past messages: choose the days, watch the progress, see the result. */
export function PastTrial<Report>({ of, rule, isOff, obstacle, run, children }: Props<Report>) {
  const { t } = useTranslation()
  const { isSubscribed } = useMayEdit()
  const trial = useTrial(of, rule, run)
  const [span, setSpan] = useSpan(trial.done?.span)
  const result = useRef<HTMLDivElement>(null)
  // On a phone the result would appear below the fold, behind the tab bar.
  useEffect(() => {
    if (trial.isFresh) result.current?.scrollIntoView({ block: 'nearest' })
  }, [trial.isFresh])
  if (!isSubscribed) return <NeedsBackup what={t(`ruleTools.${of}.needsBackup`)} />
  const choose = (days: Span) => {
    setSpan(days)
    // The result of other days must not look like that of these.
    trial.forget()
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t(rule ? `ruleTools.${of}.textDraft` : `ruleTools.${of}.text`)}
      </Text>
      {isOff && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('ruleTools.replay.off')}
        </Alert>
      )}
      <Group align="flex-end" gap="xs">
        <SpanField span={span} onChange={choose} />
        <Button loading={trial.isPending} disabled={obstacle !== undefined} onClick={() => trial.start(span)}>
          {t(`ruleTools.${of}.start`)}
        </Button>
      </Group>
      {obstacle !== undefined && (
        <Text size="sm" c="dimmed">
          {obstacle}
        </Text>
      )}
      {trial.isPending && <Progress value={100} animated aria-label={t(`ruleTools.${of}.running`)} />}
      {trial.error && <ErrorScreen inline error={trial.error} />}
      {trial.done && !trial.isPending && (
        <div ref={result} style={{ scrollMarginBlock: 96 }}>
          {children(trial.done.report, trial.done.draftId)}
        </div>
      )}
    </Stack>
  )
}

/** `done`: the days of a result that is already there. */
function useSpan(done: Span | undefined): [Span, (span: Span) => void] {
  const { timezone } = useChannel()
  const today = useFormat(timezone).dayOf(new Date().toISOString())
  const [from, to] = dateRanges(today).month
  return useState<Span>(done ?? { from, to })
}

function SpanField({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const today = format.dayOf(new Date().toISOString())
  const { week, month } = dateRanges(today)
  const written = format.dayRange(span.from, span.to)
  return (
    <LateDateRange
      type="range"
      text={written}
      // Without a visible label, because the calendar would cover it where it opens above the field.
      aria-label={`${t('ruleTools.replay.span')}: ${written}`}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      allowSingleDateInRange
      maxDate={today}
      miw={240}
      value={[span.from, span.to]}
      onChange={([from, to]) => from !== null && to !== null && onChange({ from, to })}
      presets={[
        { value: week, label: t('search.presets.week') },
        { value: month, label: t('search.presets.month') },
      ]}
    />
  )
}

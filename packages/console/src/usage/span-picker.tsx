import { usageLimits } from '@innkeeper/contract'
import { Group, SegmentedControl, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCalendar } from '../ui/icons/icons.ts'
import { LateDateRange } from '../ui/late-fields.tsx'
import { type ChosenSpan, earliestDay, isTooLong, type Preset, presets, type SpanParams } from './span.ts'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

type HeadProps = {
  title: string
  span: ChosenSpan
  today: string
  onChange: (params: SpanParams) => void
}

export function UsageHead({ title, span, today, onChange }: HeadProps) {
  return (
    <div className={classes.head}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <SpanPicker span={span} today={today} onChange={onChange} />
    </div>
  )
}

type Props = {
  span: ChosenSpan
  today: string
  /** What to put in the URL. */
  onChange: (params: SpanParams) => void
}

function SpanPicker({ span, today, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(span.preset === undefined)
  const choose = (value: string) => {
    setIsOpen(value === 'own')
    if (value !== 'own') onChange({ days: value })
  }
  const label = (preset: Preset) =>
    preset === '365' ? t('usage.span.year') : t('usage.span.days', { count: Number(preset) })
  return (
    <Group gap="xs" align="flex-start" className={classes.picker ?? ''}>
      <SegmentedControl
        aria-label={t('usage.span.label')}
        classNames={{ label: classes.choice ?? '' }}
        value={isOpen ? 'own' : (span.preset ?? 'own')}
        onChange={choose}
        data={[
          ...presets.map((preset) => ({ value: preset as string, label: label(preset) })),
          { value: 'own', label: t('usage.span.own') },
        ]}
      />
      {isOpen && <DayPicker span={span} today={today} onChange={onChange} />}
    </Group>
  )
}

/** Local state until both days are chosen, and while the range is too long. */
function DayPicker({ span, today, onChange }: Props) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const id = useId()
  const [days, setDays] = useState<[string | null, string | null]>([span.from, span.to])
  const [from, to] = days
  const isRefused = from !== null && to !== null && isTooLong({ from, to })
  const written = [from, to].map((day) => (day ? format.date(day) : '…')).join(' – ')
  return (
    <LateDateRange
      type="range"
      text={written}
      className={classes.days ?? ''}
      // The library names its dialog by the element with this id.
      id={id}
      popoverProps={{ id, position: 'bottom-end' }}
      aria-label={t('usage.span.pick', { days: written })}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      allowSingleDateInRange
      hideOutsideDates
      minDate={earliestDay}
      maxDate={today}
      value={days}
      error={isRefused ? t('usage.span.tooLong', { count: usageLimits.days }) : undefined}
      onChange={(chosen) => {
        const [first, last] = chosen
        setDays(chosen)
        if (first && last && !isTooLong({ from: first, to: last })) onChange({ from: first, to: last })
      }}
    />
  )
}

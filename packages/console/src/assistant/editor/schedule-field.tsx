import '@mantine/dates/styles.layer.css'
import { type Rule, ruleLimits, type Weekday, weekdays } from '@innkeeper/contract'
import { ActionIcon, Button, Chip, Group, Input, Text } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { IconPlus, IconTrash } from '../../ui/icons/icons.ts'
import classes from './editor.module.css'
import type { FormProps } from './form-section.tsx'
import { useWeekdays } from './use-draft-fields.ts'

type SpanOfDay = Rule['schedule'][number]

const officeHours: SpanOfDay = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }

/** The hours and days on which the rule answers. An empty schedule means always. */
export function ScheduleField({ draft: { schedule }, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const change = (at: number, span: Partial<SpanOfDay>) =>
    onChange({ schedule: schedule.map((one, index) => (index === at ? { ...one, ...span } : one)) })
  return (
    <Input.Wrapper
      label={t('assistant.fields.schedule')}
      labelElement="div"
      description={schedule.length === 0 ? t('ruleTools.form.always') : t('ruleTools.form.zone', { zone: timezone })}
      error={errors.schedule}
    >
      <Group gap="sm" mt={8}>
        {schedule.map((span, at) => (
          <Span
            // biome-ignore lint/suspicious/noArrayIndexKey: a span has no id other than its index
            key={at}
            number={at + 1}
            span={span}
            error={errors[`schedule.${at}`]}
            isLocked={isLocked}
            onChange={(some) => change(at, some)}
            onRemove={() => onChange({ schedule: schedule.toSpliced(at, 1) })}
          />
        ))}
        {!isLocked && schedule.length < ruleLimits.spans && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ schedule: [...schedule, officeHours] })}
          >
            {t('ruleTools.form.addSpan')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

type SpanProps = {
  number: number
  span: SpanOfDay
  error: string | undefined
  isLocked: boolean
  onChange: (span: Partial<SpanOfDay>) => void
  onRemove: () => void
}

function Span({ number, span: { days, from, to }, error, isLocked, onChange, onRemove }: SpanProps) {
  const { t } = useTranslation()
  const [short, long] = [useWeekdays('short'), useWeekdays('long')]
  const inOrder = (chosen: string[]): Weekday[] => weekdays.filter((day) => chosen.includes(day))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div role="group" aria-label={t('ruleTools.form.span', { number })} className={classes.span}>
      <Chip.Group multiple value={days} onChange={(chosen) => onChange({ days: inOrder(chosen) })}>
        <Group gap={4} w="100%">
          {weekdays.map((day) => (
            <Chip key={day} value={day} size="xs" aria-label={long[day]} disabled={isLocked}>
              {short[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <TimeInput
        label={t('ruleTools.form.from')}
        value={from}
        disabled={isLocked}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TimeInput
        label={t('ruleTools.form.to')}
        value={to}
        disabled={isLocked}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      {from !== '' && to !== '' && to <= from && to !== '00:00' && (
        <Text size="xs" c="dimmed">
          {t('ruleTools.form.nextDay')}
        </Text>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        ms="auto"
        disabled={isLocked}
        aria-label={t('ruleTools.form.removeSpan', { number })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
      {error && <Input.Error w="100%">{error}</Input.Error>}
    </div>
  )
}

import { Group, Radio, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { useCounted } from '../../ui/format/use-counted.ts'
import { LateNumberInput } from '../../ui/late-fields.tsx'
import classes from '../settings.module.css'
import { retentionQuery } from './retention.ts'
import { isRetention, longestRetentionDays } from './settings-draft.ts'

type Props = {
  days: number | null
  /** The saved value. */
  savedDays: number | null
  onChange: (days: number | null) => void
  error: string | undefined
}

const firstDays = 365
const pauseMs = 400

/** Forever or a number of days, with a preview of what that would delete. */
export function RetentionField({ days, savedDays, onChange, error }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const format = useFormat()
  const ceiling = useQuery(retentionQuery(channelId, null)).data?.ceilingDays ?? null
  const most = ceiling ?? longestRetentionDays
  const isValid = isRetention(days, ceiling)
  const forever =
    ceiling === null ? t('settings.retentionDays.forever') : t('settings.retentionDays.ceiling', { count: ceiling })
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('settings.retentionDays.label')}
        description={t('settings.retentionDays.text')}
        value={days === null ? 'forever' : 'limited'}
        onChange={(value) => onChange(value === 'forever' ? null : (savedDays ?? Math.min(firstDays, most)))}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="forever" label={forever} />
          <Radio value="limited" label={t('settings.retentionDays.limited')} />
        </Stack>
      </Radio.Group>
      {days !== null && (
        <Group gap="xs" align="flex-start">
          <LateNumberInput
            className={classes.days ?? ''}
            aria-label={t('settings.retentionDays.days')}
            value={days === 0 ? '' : days}
            onChange={(value) => onChange(typeof value === 'number' ? value : 0)}
            min={1}
            max={most}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            suffix={` ${t('settings.retentionDays.unit')}`}
            error={isValid ? error : t('settings.retentionDays.range', { most: format.count(most) })}
          />
        </Group>
      )}
      {isValid && <Preview days={days} isChanged={days !== savedDays} />}
    </Stack>
  )
}

function Preview({ days, isChanged }: { days: number | null; isChanged: boolean }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const format = useFormat()
  const join = useJoin()
  const counted = useCounted()
  const [typed] = useDebouncedValue(days, pauseMs)
  const preview = useQuery({ ...retentionQuery(channelId, typed), enabled: isChanged })
  if (!isChanged) return null
  const previewText = () => {
    if (typed === days && preview.error) return t('settings.retentionDays.failed')
    if (typed !== days || !preview.data) return t('settings.retentionDays.counting')
    const { messages, oldestDay } = preview.data
    if (messages === 0) return t('settings.retentionDays.none')
    const gone = t('settings.retentionDays.gone', { what: counted(preview.data) })
    return oldestDay ? join.sentences(gone, t('settings.retentionDays.kept', { day: format.day(oldestDay) })) : gone
  }
  return (
    <Text size="sm" role="status" {...(preview.data?.messages ? { fw: 500 } : { c: 'dimmed' })}>
      {previewText()}
    </Text>
  )
}

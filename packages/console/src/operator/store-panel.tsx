import type { OperatorReport } from '@innkeeper/contract'
import { daysLeft } from '@innkeeper/contract/findings'
import { Box, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { Fact, Facts, Panel } from './panel.tsx'

/** Disk usage, and how fast it grows. */
export function StorePanel({ report }: { report: OperatorReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { store, disk } = report
  const usedPercent = disk.totalBytes === 0 ? 0 : Math.round((1 - disk.freeBytes / disk.totalBytes) * 100)
  const free = t('operator.store.free', { free: format.size(disk.freeBytes), total: format.size(disk.totalBytes) })
  const days = daysLeft(report)
  const growth = ({ messages, mediaFiles, mediaBytes }: OperatorReport['store']['last7Days']) =>
    [
      t('operator.store.messages', { count: messages, number: format.count(messages) }),
      t('operator.store.files', {
        count: mediaFiles,
        number: format.count(mediaFiles),
        size: format.size(mediaBytes),
      }),
    ].join(' · ')
  return (
    <Panel title={t('operator.store.title')} text={t('operator.store.text')}>
      <Box mb="sm">
        <Progress
          value={usedPercent}
          color={disk.isLow ? 'red' : 'brand'}
          aria-label={t('operator.store.used')}
          size="md"
          radius="xl"
        />
        <Text size="sm" mt={6}>
          {free}
        </Text>
        {days !== undefined && (
          <Text size="xs" c="dimmed">
            {t('operator.store.daysLeft', { count: days })}
          </Text>
        )}
      </Box>
      <Facts>
        <Fact name={t('operator.store.database')}>{format.size(store.databaseBytes)}</Fact>
        <Fact name={t('operator.store.log')}>{format.size(store.logBytes)}</Fact>
        <Fact name={t('operator.store.media')}>{format.size(store.mediaBytes)}</Fact>
        <Fact name={t('operator.store.week')}>{growth(store.last7Days)}</Fact>
        <Fact name={t('operator.store.month')}>{growth(store.last30Days)}</Fact>
      </Facts>
    </Panel>
  )
}

import type { OperatorReport } from '@innkeeper/contract'
import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { Fact, Facts, Panel } from './panel.tsx'

/** Media files: stored, waiting, lost and why. */
export function MediaPanel({ report }: { report: OperatorReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { media } = report
  return (
    <Panel title={t('operator.media.title')} text={t('operator.media.text')}>
      <Facts>
        <Fact name={t('operator.media.stored')}>{format.count(media.stored)}</Fact>
        <Fact name={t('operator.media.waiting')}>{format.count(media.waiting)}</Fact>
        <Fact name={t('operator.media.lost')}>{format.count(media.lost)}</Fact>
      </Facts>
      {media.lostReasons.length > 0 && (
        <>
          <Text size="sm" fw={500} mt="sm" mb={4}>
            {t('operator.media.reasons')}
          </Text>
          <List size="sm" spacing={4} listStyleType="none">
            {media.lostReasons.map(({ reason, count }) => (
              <List.Item key={reason} style={{ overflowWrap: 'anywhere' }}>
                {t('operator.media.reason', { number: format.count(count), reason })}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  )
}

/** Snapshots, search index and unread events. */
export function UpkeepPanel({ report }: { report: OperatorReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { backup, search, unreadEvents } = report
  return (
    <Panel title={t('operator.upkeep.title')}>
      <Facts>
        <Fact
          name={t('operator.upkeep.backup')}
          note={backup.lastAt === null ? undefined : format.dateTime(backup.lastAt)}
        >
          {backup.lastAt === null ? t('operator.never') : format.ago(backup.lastAt)}
        </Fact>
        <Fact name={t('operator.upkeep.search')}>
          {search.behind === 0
            ? t('operator.upkeep.upToDate')
            : t('operator.upkeep.behind', { count: search.behind, number: format.count(search.behind) })}
        </Fact>
        <Fact name={t('operator.upkeep.unread')}>{format.count(unreadEvents)}</Fact>
      </Facts>
    </Panel>
  )
}

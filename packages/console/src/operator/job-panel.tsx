import type { OperatorReport } from '@innkeeper/contract'
import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { Panel } from './panel.tsx'

/** Queued jobs by kind. */
export function JobPanel({ jobs }: { jobs: OperatorReport['jobs'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('operator.jobs.title')} text={t('operator.jobs.text')}>
      {jobs.kinds.length === 0 ? (
        <Text size="sm">{t('operator.jobs.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={320} type="native">
          <Table fz="sm" verticalSpacing={6} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('operator.jobs.kind')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('operator.jobs.waiting')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('operator.jobs.running')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('operator.jobs.buried')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {jobs.kinds.map(({ kind, waiting, running, buried, oldestWaitingAt }) => (
                <Table.Tr key={kind}>
                  <Table.Th scope="row" fw={400}>
                    {t(`operator.kinds.${kind}`)}
                    {oldestWaitingAt && (
                      <Text size="xs" c="dimmed">
                        {t('operator.jobs.oldest', { ago: format.ago(oldestWaitingAt) })}
                      </Text>
                    )}
                  </Table.Th>
                  {[waiting, running, buried].map((count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                    <Table.Td key={index} ta="end" c={count === 0 ? 'dimmed' : 'inherit'}>
                      {format.count(count)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  )
}

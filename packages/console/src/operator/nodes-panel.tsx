import type { OperatorReport } from '@innkeeper/contract'
import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import { describeDuties } from './duties.ts'
import { Panel } from './panel.tsx'

type Node = OperatorReport['nodes'][number]

/** From here on a node warns about its clock. */
const worthSayingMs = 2_000

/** Nodes report every five seconds. */
const silentAfterMs = 20_000

/** All nodes that share the database. */
export function NodesPanel({ nodes }: { nodes: Node[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const jobs = nodes.reduce((sum, { jobsLastMinute }) => sum + jobsLastMinute, 0)
  const duties = useDuties()
  const clock = useClockText()
  const lastSeenAt = Math.max(...nodes.map(({ seenAt }) => Date.parse(seenAt)))
  const isSilent = ({ seenAt }: Node) => lastSeenAt - Date.parse(seenAt) > silentAfterMs
  return (
    <Panel title={t('operator.nodes.title')} text={t('operator.nodes.text')}>
      <Table.ScrollContainer
        minWidth={860}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('operator.nodes.title')}
      >
        <Table fz="sm" verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('operator.nodes.name')}</Table.Th>
              <Table.Th scope="col">{t('operator.nodes.address')}</Table.Th>
              <Table.Th scope="col">{t('operator.nodes.media')}</Table.Th>
              <Table.Th scope="col">{t('operator.nodes.duties')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('operator.nodes.clock')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('operator.nodes.jobs')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('operator.nodes.seen')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map((node) => (
              <Table.Tr key={node.id}>
                <Table.Th scope="row" fw={400}>
                  {node.name}
                  <Text size="xs" c="dimmed">
                    {t('operator.nodes.version', { version: node.version })}
                  </Text>
                </Table.Th>
                <Table.Td>{node.address}</Table.Td>
                <Table.Td>{node.media === folder ? t('operator.nodes.folder') : node.media}</Table.Td>
                <Table.Td>{duties(node)}</Table.Td>
                <Table.Td ta="end" c={isClockOff(node) ? 'red' : 'inherit'}>
                  {clock(node)}
                </Table.Td>
                <Table.Td ta="end">{format.share(jobs === 0 ? 0 : node.jobsLastMinute / jobs)}</Table.Td>
                <Table.Td ta="end" c={isSilent(node) ? 'red' : 'inherit'}>
                  {format.ago(node.seenAt)}
                  {isSilent(node) && <Text size="xs">{t('operator.nodes.silent')}</Text>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}

/** As the service reports it if files are not in a bucket. */
const folder = 'the data folder'

const isClockOff = ({ clockAheadMs }: Node) => Math.abs(clockAheadMs) > worthSayingMs

function useClockText(): (node: Node) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (node) => {
    if (!isClockOff(node)) return t('operator.nodes.clockRight')
    const seconds = format.count(Math.round(Math.abs(node.clockAheadMs) / 1000))
    return node.clockAheadMs > 0 ? t('operator.nodes.ahead', { seconds }) : t('operator.nodes.behind', { seconds })
  }
}

/** What it does for all nodes. Maintenance changes hands all the time: a few tasks are named, more are only counted. */
function useDuties(): (node: Node) => string {
  const { t } = useTranslation()
  const join = useJoin()
  return ({ duties }) => {
    const { hasIndex, chores, count } = describeDuties(duties)
    const named = chores.map((chore) => t(`operator.nodes.chore.${chore}`))
    const parts = [
      ...(hasIndex ? [t('operator.nodes.index')] : []),
      ...(named.length > 0 ? named : count > 0 ? [t('operator.nodes.chores', { count })] : []),
    ]
    return parts.length > 0 ? join.list(parts) : t('operator.nodes.none')
  }
}

import type { Usage } from '@innkeeper/contract'
import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { channelCounters, tableText } from './figures.ts'
import { CopyTable, TableFrame } from './figures-table.tsx'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

export function ComparisonTable({ channels }: { channels: Usage['channels'] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const name = t('usage.compare.title')
  const heads = channelCounters.map((counter) => t(`usage.counters.${counter}`))
  const text = tableText(
    [t('usage.compare.channel'), ...heads],
    channels.map((channel) => [channel.name, ...channelCounters.map((counter) => channel.totals[counter])]),
  )
  return (
    <div>
      <TableFrame label={t('usage.table.label', { name })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('usage.compare.channel')}</Table.Th>
            {channelCounters.map((counter) => (
              <Table.Th key={counter} scope="col" ta="end">
                {t(`usage.counters.${counter}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {channels.map(({ channelId, name: called, totals }) => (
            <Table.Tr key={channelId}>
              <Table.Th scope="row" fw={400} className={classes.name ?? ''}>
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/channels/$channelId/usage" params={{ channelId }} {...props} />}
                >
                  {called}
                </Anchor>
              </Table.Th>
              {channelCounters.map((counter) => (
                <Table.Td key={counter} ta="end">
                  {format.value(counter, totals[counter])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
      <CopyTable text={text} name={name} />
    </div>
  )
}

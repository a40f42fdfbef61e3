import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyTable } from './copy-table.tsx'
import { type Counter, type Point, tableText } from './figures.ts'
import { TableFrame } from './table-frame.tsx'
import { useUsageFormat } from './use-usage-format.ts'

/** What a chart shows, to be read, heard and copied. */
export function FiguresTable({ counter, points }: { counter: Counter; points: readonly Point[] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const name = t(`usage.counters.${counter}`)
  const text = tableText(
    [t('usage.table.from'), t('usage.table.to'), name],
    points.map(({ from, to, count }) => [from, to, count]),
  )
  return (
    <>
      <TableFrame label={t('usage.table.label', { name })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('usage.table.days')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {name}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.from}>
              <Table.Th scope="row" fw={400}>
                {format.days(point)}
              </Table.Th>
              <Table.Td ta="end">{format.value(counter, point.count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
      <CopyTable text={text} name={name} />
    </>
  )
}

import { Button, CopyButton, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy } from '../ui/icons/icons.ts'
import { type Counter, type Point, tableText } from './figures.ts'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

/** The data of a chart, to read, listen to and copy. */
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

/** A table that scrolls, also by keyboard. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className={classes.tableFrame} aria-label={label} tabIndex={0}>
      <Table stickyHeader verticalSpacing={6} className={classes.table ?? ''} aria-label={label}>
        {children}
      </Table>
    </section>
  )
}

export function CopyTable({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          w="fit-content"
          aria-label={copied ? t('shell.copied') : t('usage.table.copy', { name })}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? t('shell.copied') : t('shell.copy')}
        </Button>
      )}
    </CopyButton>
  )
}

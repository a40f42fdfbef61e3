import type { ImportReport } from '@innkeeper/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DifferenceList } from './difference-view.tsx'
import { describeChange } from './differences.ts'
import classes from './versions.module.css'

const mostShown = 100
const counted = ['created', 'changed', 'deleted', 'kept', 'unchanged'] as const
const looks = {
  created: { variant: 'light', color: 'brand' },
  changed: { variant: 'default' },
  deleted: { variant: 'light', color: 'red' },
  kept: { variant: 'default' },
  unchanged: { variant: 'default' },
} as const

/** What an import or a restore would change: how many rules, and each change with its old and new values. */
export function ReportView({ label, of: report }: { label: string; of: ImportReport }) {
  const { t } = useTranslation()
  const shown = useMemo(() => report.changes.slice(0, mostShown).map(describeChange), [report])
  // Parts other than rules are listed one by one, always at the top.
  const parts = report.changes.filter(({ part }) => part !== 'rule').length
  const count = parts + report.created + report.changed + report.deleted
  return (
    <Stack gap="sm">
      <ReportCounts of={report} />
      <DifferenceList label={label} of={shown} />
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          {t('assistantParts.file.import.more', { count: count - shown.length })}
        </Text>
      )}
    </Stack>
  )
}

/** How many rules change in which way and how many don't, and which other parts are replaced. */
export function ReportCounts({ of: report }: { of: ImportReport }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      {report.changes.map(
        ({ part }) =>
          part !== 'rule' && (
            <Badge key={part} size="lg" className={classes.count ?? ''} variant="light" color="orange">
              {t(`assistantParts.counts.${part}`, { change: t('assistantParts.counts.replaced') })}
            </Badge>
          ),
      )}
      {counted
        .filter((name) => report[name] > 0)
        .map((name) => (
          <Badge key={name} size="lg" className={classes.count ?? ''} {...looks[name]}>
            {t(`assistantParts.counts.${name}`, { count: report[name] })}
          </Badge>
        ))}
    </Group>
  )
}

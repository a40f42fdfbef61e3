import type { ImportReport } from '@innkeeper/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChangeLine } from './change-line.tsx'
import classes from './versions.module.css'

const mostShown = 100
const counted = ['created', 'changed', 'deleted', 'unchanged'] as const
const looks = {
  created: { variant: 'light', color: 'brand' },
  changed: { variant: 'default' },
  deleted: { variant: 'light', color: 'red' },
  unchanged: { variant: 'default' },
} as const

/** What an import or a restore would change: how many rules, and which parts. */
export function ReportView({ of: report }: { of: ImportReport }) {
  const { t } = useTranslation()
  const shown = report.changes.slice(0, mostShown)
  // Parts other than rules are listed one by one, always at the top.
  const parts = report.changes.filter(({ part }) => part !== 'rule').length
  const count = parts + report.created + report.changed + report.deleted
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {counted
          .filter((name) => report[name] > 0)
          .map((name) => (
            <Badge key={name} size="lg" {...looks[name]}>
              {t(`assistantParts.counts.${name}`, { count: report[name] })}
            </Badge>
          ))}
      </Group>
      <Stack component="ul" gap={6} className={classes.differences ?? ''}>
        {shown.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new rules have no id yet, and the list never changes
          <li key={at}>
            <ChangeLine of={change} />
          </li>
        ))}
      </Stack>
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          {t('assistantParts.file.import.more', { count: count - shown.length })}
        </Text>
      )}
    </Stack>
  )
}

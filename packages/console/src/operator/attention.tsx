import type { OperatorReport } from '@innkeeper/contract'
import { type Connection, type Finding, findFindings, subjectOfFinding } from '@innkeeper/contract/findings'
import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '../ui/icons/icons.ts'
import { useFindingText } from './use-finding-text.ts'

const looks = {
  bad: { color: 'light-dark(var(--mantine-color-red-8), var(--mantine-color-red-5))', Icon: IconExclamationCircle },
  care: { color: 'light-dark(var(--mantine-color-orange-8), var(--mantine-color-orange-4))', Icon: IconAlertTriangle },
  hint: { color: 'var(--mantine-color-dimmed)', Icon: IconInfoCircle },
}

/** Problems of the service, with what to do about them. */
export function Attention({ report, now }: { report: OperatorReport; now: number }) {
  const { t } = useTranslation()
  const join = useJoin()
  const findings = findFindings(report, now)
  // Nothing is wrong with a service that has no platform yet, but nothing works either.
  const isWell = findings.every(({ level, kind }) => level === 'hint' && kind !== 'not-connected')
  const missing = [
    ...(report.snapshots.schedule === null ? [t('operator.well.snapshots')] : []),
    ...(report.alerts.length === 0 ? [t('operator.well.alerts')] : []),
  ]
  return (
    <Stack component="section" gap="sm" aria-label={t('operator.attention')}>
      {isWell && (
        <Alert
          variant="default"
          radius="lg"
          icon={<IconCircleCheck color="var(--mantine-color-brand-light-color)" aria-hidden />}
          title={t('operator.well.title')}
        >
          <Text size="sm">
            {missing.length > 0 ? t('operator.well.missing', { parts: join.list(missing) }) : t('operator.well.text')}
          </Text>
        </Alert>
      )}
      {findings.map((finding) => (
        <FindingNote
          key={`${finding.kind} ${subjectOfFinding(finding)}`}
          finding={finding}
          connections={report.connections}
        />
      ))}
    </Stack>
  )
}

type NoteProps = { finding: Finding; connections: readonly Connection[] }

function FindingNote({ finding, connections }: NoteProps) {
  const { t } = useTranslation()
  const { title, text } = useFindingText(connections)(finding)
  const { color, Icon } = looks[finding.level]
  return (
    <Alert
      variant="default"
      radius="lg"
      icon={<Icon color={color} role="img" aria-label={t(`operator.level.${finding.level}`)} />}
      title={title}
    >
      <Text size="sm" c="dimmed">
        <Coded text={text} />
      </Text>
    </Alert>
  )
}

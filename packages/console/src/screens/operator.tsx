import type { OperatorReport } from '@innkeeper/contract'
import { Button, Container, Group, SimpleGrid, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Attention } from '../operator/attention.tsx'
import { BuriedJobs } from '../operator/buried-jobs.tsx'
import { ChannelsPanel } from '../operator/channels-panel.tsx'
import { ConnectionPanel } from '../operator/connection-panel.tsx'
import { JobPanel } from '../operator/job-panel.tsx'
import { MediaPanel, UpkeepPanel } from '../operator/media-panel.tsx'
import { NoRights } from '../operator/no-rights.tsx'
import { NodesPanel } from '../operator/nodes-panel.tsx'
import { LinkedPerson } from '../operator/person/linked-person.tsx'
import { refetchMs, reportQuery } from '../operator/queries.ts'
import { SnapshotsPanel } from '../operator/snapshots-panel.tsx'
import { StorePanel } from '../operator/store-panel.tsx'
import { useIsOperator } from '../session/accounts.ts'
import { useMe } from '../session/queries.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconSettings, IconTool } from '../ui/icons/icons.ts'
import { SlowNote } from '../ui/slow-note.tsx'

export default function OperatorScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const isOperator = useIsOperator()
  useDocumentTitle(`${t('operator.title')} · ${t('shell.name')}`)
  if (!me) return null
  return isOperator ? <Report /> : <NoRights userId={me.userId} />
}

function Report() {
  const report = useQuery({ ...reportQuery, refetchInterval: refetchMs })
  if (!report.data && report.error) {
    return <ErrorScreen error={report.error} onRetry={() => void report.refetch()} />
  }
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }} px={{ base: 'md', sm: 'xl' }}>
      {report.data ? <ServiceHealth report={report.data} now={report.dataUpdatedAt} /> : <Skeletons />}
    </Container>
  )
}

function ServiceHealth({ report, now }: { report: OperatorReport; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, startedAt } = report
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          <Title order={1} size="h2">
            {t('operator.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('operator.running', { version, since: format.dateTime(startedAt) })}
          </Text>
        </div>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconTool size={16} />}
            renderRoot={(props) => <Link to="/operator/setup" {...props} />}
          >
            {t('setup.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} />}
            renderRoot={(props) => <Link to="/operator/settings" {...props} />}
          >
            {t('serviceSettings.open')}
          </Button>
        </Group>
      </Group>
      <Attention report={report} now={now} />
      {report.nodes.length > 0 && <NodesPanel nodes={report.nodes} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          {report.connections.map((connection) => (
            <ConnectionPanel key={connection.platform} connection={connection} />
          ))}
          <JobPanel jobs={report.jobs} />
          <ChannelsPanel channels={report.channels} />
        </Stack>
        <Stack gap="md">
          <StorePanel report={report} />
          <MediaPanel report={report} />
          <UpkeepPanel report={report} />
          {report.snapshots.places.length > 0 && <SnapshotsPanel snapshots={report.snapshots} />}
        </Stack>
      </SimpleGrid>
      <BuriedJobs buried={report.jobs.buried} />
      <LinkedPerson />
      <Text size="xs" c="dimmed">
        {t('operator.fresh', { time: format.time(report.countedAt) })}
      </Text>
    </Stack>
  )
}

function Skeletons() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Skeleton height={34} width={200} mb="lg" />
      <SlowNote />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} height={260} radius="lg" />
        ))}
      </SimpleGrid>
    </div>
  )
}

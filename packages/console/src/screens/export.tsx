import { Container, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ZoneNote } from '../channel/zoned-time.tsx'
import { ExportForm } from '../exports/export-form.tsx'
import { RunView } from '../exports/run/run-view.tsx'
import { useExportRun } from '../exports/run/use-export-run.ts'
import { useMe } from '../session/queries.ts'

export default function ExportScreen() {
  const { t } = useTranslation()
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            {t('exports.title')}
          </Title>
          <Text c="dimmed">{t('exports.text')}</Text>
        </div>
        <ZoneNote />
        <ExportView />
      </Stack>
    </Container>
  )
}

/** The form for an export, or the one that was started. */
function ExportView() {
  const { channelId } = useChannel()
  const userId = useMe()?.userId
  const run = useExportRun(channelId, userId)
  if (userId === undefined || run.kept === undefined) return <Skeleton height={320} radius="lg" aria-busy />
  if (run.kept !== null) return <RunView kept={run.kept} run={run} />
  return <ExportForm userId={userId} onStart={(next) => void run.start(next)} />
}

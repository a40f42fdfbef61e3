import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { channelKey } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { ReportView } from './report-view.tsx'
import { useRestore } from './use-restore.tsx'

type Props = { version: number; opened: boolean; onClose: () => void }

/** Shows what restoring would change, and asks for confirmation. */
export function RestoreDialog({ version, opened, onClose }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const restore = useRestore(channelId)
  const trial = useQuery({
    queryKey: [...channelKey(channelId), 'restore', version],
    queryFn: () => api.restoreAssistantVersion({ channelId, version: String(version), body: { dryRun: true } }),
    enabled: opened,
    // The result depends on the current assistant.
    gcTime: 0,
  })
  const isNothing = trial.data?.changes.length === 0
  const confirm = () =>
    restore.mutate(version, {
      onSuccess: () => {
        onClose()
        void navigate({ to: '/channels/$channelId/assistant', params: { channelId }, search: { part: 'versions' } })
      },
    })
  return (
    <Modal opened={opened} onClose={onClose} title={t('assistantParts.versions.restoreTitle', { version })} size="lg">
      <Stack>
        <Text>{t('assistantParts.versions.restoreText')}</Text>
        {trial.error && <ErrorScreen inline error={trial.error} onRetry={() => void trial.refetch()} />}
        {trial.isFetching && !trial.data && <Loader size="sm" type="dots" aria-label={t('shell.loading')} />}
        {isNothing && <Text c="dimmed">{t('assistantParts.versions.restoreNothing')}</Text>}
        {trial.data && !isNothing && (
          <ReportView label={t('assistantParts.versions.restoreTitle', { version })} of={trial.data} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button disabled={!trial.data || isNothing} loading={restore.isPending} onClick={confirm}>
            {t('assistantParts.versions.restore')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { InnkeeperError } from '@innkeeper/client'
import type { ChannelStatus } from '@innkeeper/contract'
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { pauseOf } from '../channel/pause.ts'
import { useDisconnectedPlatform, usePlatform } from '../channel/platform.tsx'
import { cardQuery, channelKey, overviewQuery } from '../channel/queries.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { SettingGroup } from './setting-group.tsx'

/** Takes effect at once; it is not saved with the settings. */
export function StatusSection({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const card = useQuery(cardQuery(channelId)).data
  const platform = useDisconnectedPlatform(channelId)
  const own = usePlatform(channelId)
  const [isAsking, ask] = useDisclosure(false)
  const change = useStatusChange()
  if (!card) return null
  const { status } = card
  const pause = pauseOf(card)
  const isAway = change.error instanceof InnkeeperError && change.error.status === 400
  return (
    <SettingGroup title={t('settings.status.title')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="md">
          <Stack gap={6} flex="1 1 280px" align="flex-start">
            <Badge variant="light" color={status === 'active' ? 'brand' : 'orange'}>
              {t(`channels.status.${pause ?? 'active'}`)}
            </Badge>
            <Text size="sm">{t(`settings.status.${pause ?? 'active'}`)}</Text>
            {platform && <Text size="sm">{t('channels.disconnected', { platform })}</Text>}
            {card.seesAllMessages === false && (
              <Text size="sm">{t('settings.status.hidden', { platform: own?.name ?? '' })}</Text>
            )}
          </Stack>
          {canChange && status === 'active' && (
            <Button variant="default" onClick={ask.open}>
              {t('settings.status.disable')}
            </Button>
          )}
          {canChange && pause === 'disabled' && (
            <Button loading={change.isPending} onClick={() => change.mutate('active')}>
              {t('settings.status.enable')}
            </Button>
          )}
        </Group>
        {isAway && (
          <Alert color="orange" role="alert">
            {t('settings.status.botAway')}
          </Alert>
        )}
      </Stack>
      {isAsking && <DisableDialog onConfirm={() => change.mutateAsync('disabled')} onClose={ask.close} />}
    </SettingGroup>
  )
}

function DisableDialog({ onConfirm, onClose }: { onConfirm: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation()
  const { detail } = useChannel()
  const confirm = useMutation({ mutationFn: onConfirm, onSettled: onClose })
  return (
    <LateDialog opened onClose={onClose} title={t('settings.status.confirm.title', { channel: detail.meta.name })}>
      <Text>{t('settings.status.confirm.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button color="red" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('settings.status.disable')}
        </Button>
      </Group>
    </LateDialog>
  )
}

function useStatusChange() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const client = useQueryClient()
  const notifyFailure = useNotifyFailure()
  return useMutation({
    mutationFn: (status: ChannelStatus) => api.setStatus({ channelId, body: { status } }),
    onSuccess: (_, status) => {
      notifications.show({ message: t(`settings.status.done.${status}`) })
    },
    onError: (error) => {
      // Shown beside the button if the bot is not in the chat.
      if (!(error instanceof InnkeeperError && error.status === 400)) notifyFailure(error)
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
        client.invalidateQueries({ queryKey: channelKey(channelId) }),
      ]),
  })
}

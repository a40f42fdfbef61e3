import type { ChannelCard } from '@innkeeper/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannelName } from '../channel/channel-name.ts'
import { subscriptionQuery } from '../channel/queries.ts'
import { useUnsubscribe } from './channel-access.ts'

type Props = { channel: ChannelCard; opened: boolean; onClose: () => void }

/** Says first what happens to new messages, which depends on whether anyone else is subscribed. */
export function UnsubscribeDialog({ channel, opened, onClose }: Props) {
  const { t } = useTranslation()
  const name = useChannelName()(channel)
  const unsubscribe = useUnsubscribe(channel.channelId, name)
  const { data, isFetching } = useQuery({ ...subscriptionQuery(channel.channelId), enabled: opened, staleTime: 0 })
  const others = data ? data.subscribers - Number(data.subscribed) : 0
  const isLast = others < 1
  return (
    <Modal opened={opened} onClose={onClose} title={t('channels.unsubscribe.title', { channel: name })}>
      {data && (
        <Text mb="sm" {...(isLast && { fw: 600 })}>
          {isLast ? t('channels.unsubscribe.last') : t('channels.unsubscribe.others', { count: others })}
        </Text>
      )}
      <Text>{t('channels.unsubscribe.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          color="red"
          disabled={!data}
          loading={isFetching || unsubscribe.isPending}
          onClick={() => unsubscribe.mutate(undefined, { onSuccess: onClose })}
        >
          {isLast ? t('channels.unsubscribe.stop') : t('channels.unsubscribe.button')}
        </Button>
      </Group>
    </Modal>
  )
}

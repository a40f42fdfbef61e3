import type { ChannelCard } from '@innkeeper/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSubscribe } from '../channel/use-subscribe.ts'

type Props = { card: ChannelCard; opened: boolean; onClose: () => void }

export function SubscribeDialog({ card, opened, onClose }: Props) {
  const { t } = useTranslation()
  const subscribe = useSubscribe(card)
  return (
    <Modal opened={opened} onClose={onClose} title={t('channels.subscribe.title', { channel: card.name })}>
      <Text>{t('channels.subscribe.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button loading={subscribe.isPending} onClick={() => subscribe.mutate(undefined, { onSuccess: onClose })}>
          {t('channels.subscribe.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}

import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnsubscribe } from './use-subscribe.ts'

type Props = { channel: { channelId: string; name: string }; opened: boolean; onClose: () => void }

export function UnsubscribeDialog({ channel, opened, onClose }: Props) {
  const { t } = useTranslation()
  const unsubscribe = useUnsubscribe(channel)
  return (
    <Modal opened={opened} onClose={onClose} title={t('channels.unsubscribe.title', { channel: channel.name })}>
      <Text>{t('channels.unsubscribe.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          color="red"
          loading={unsubscribe.isPending}
          onClick={() => unsubscribe.mutate(undefined, { onSuccess: onClose })}
        >
          {t('channels.unsubscribe.button')}
        </Button>
      </Group>
    </Modal>
  )
}

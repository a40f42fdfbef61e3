import type { Rule } from '@innkeeper/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { IconTrash } from '../../ui/icons/icons.ts'
import { useInvalidateRules } from '../rules/use-change-rules.ts'

type Props = { rule: Rule; tag: string | null; onDeleted: () => void }

export function DeleteRule({ rule: { id, question }, tag, onDeleted }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const invalidate = useInvalidateRules()
  const [isAsking, asking] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => api.deleteRule({ channelId, qaId: id, ifMatch: tag }),
    onSuccess: async () => {
      notifications.show({ message: t('assistant.editor.deleted') })
      // Don't ask about unsaved changes: the rule is gone.
      flushSync(onDeleted)
      await navigate({ to: '/channels/$channelId/assistant', params: { channelId }, search: {}, replace: true })
      await invalidate()
    },
    onError: useNotifyFailure(),
    onSettled: asking.close,
  })
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={asking.open}>
        {t('assistant.editor.delete')}
      </Button>
      <Modal opened={isAsking} onClose={asking.close} title={t('assistant.editor.deleteTitle', { question })}>
        <Text>{t('assistant.editor.deleteText')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={asking.close}>
            {t('shell.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('assistant.editor.deleteConfirm')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

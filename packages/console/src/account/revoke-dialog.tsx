import type { Key } from '@innkeeper/contract'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'

type Props = { of: Key; opened: boolean; onClose: () => void }

export function RevokeDialog({ of: { id, name }, opened, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api.revokeKey({ keyId: id }),
    onSuccess: () => {
      notifications.show({ message: t('account.revoke.done') })
      onClose()
    },
    onError: useNotifyFailure(),
    // Even after a failure the list may have changed. Sign-ins also end with the key that created them.
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      title={t('account.revoke.title', { name: name || t('account.keys.unnamed') })}
    >
      <Text>{t('account.revoke.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('account.revoke.confirm')}
        </Button>
      </Group>
    </LateDialog>
  )
}

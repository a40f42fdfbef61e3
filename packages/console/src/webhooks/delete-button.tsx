import { Button, Group, List, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useWebhookAction } from './queries.ts'
import type { Webhook } from './source.ts'

/** Deletes a webhook after saying what goes. */
export function DeleteButton({ webhook: { id, host, waiting } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const [isAsking, ask] = useDisclosure(false)
  const remove = useWebhookAction((source, webhookId: string) => source.remove(webhookId), { onlyList: true })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        c="red"
        aria-label={t('webhooks.delete.openOne', { host })}
        onClick={ask.open}
      >
        {t('webhooks.delete.open')}
      </Button>
      <LateDialog opened={isAsking} onClose={ask.close} title={t('webhooks.delete.title', { host })}>
        <Stack>
          <List spacing="xs">
            <List.Item>{t('webhooks.delete.stops')}</List.Item>
            {waiting > 0 && <List.Item>{t('webhooks.delete.waiting', { count: waiting })}</List.Item>}
            <List.Item>{t('webhooks.delete.secret')}</List.Item>
          </List>
          {remove.error && <FailureNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={ask.close}>
              {t('shell.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(id, { onSuccess: ask.close })}>
              {t('webhooks.delete.confirm')}
            </Button>
          </Group>
        </Stack>
      </LateDialog>
    </>
  )
}

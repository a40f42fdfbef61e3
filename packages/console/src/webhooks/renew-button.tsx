import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useWebhookAction } from './queries.ts'
import { SecretView } from './secret-view.tsx'
import type { Webhook } from './source.ts'

/** Replaces the secret of a webhook. The former one signs for a day, so that the receiver can be changed in between. */
export function RenewButton({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const [isOpen, dialog] = useDisclosure(false)
  const renew = useWebhookAction((source, webhookId: string) => source.renewSecret(webhookId))
  const secret = renew.data?.secret
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {t('webhooks.renew.open')}
      </Button>
      <LateDialog
        opened={isOpen}
        onClose={dialog.close}
        onExitTransitionEnd={renew.reset}
        title={t(secret === undefined ? 'webhooks.renew.title' : 'webhooks.secret.created')}
        closeOnClickOutside={secret === undefined}
        closeOnEscape={secret === undefined}
        withCloseButton={secret === undefined}
      >
        {secret === undefined ? (
          <Stack>
            <Text>{t('webhooks.renew.text')}</Text>
            {renew.error && <FailureNote error={renew.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={dialog.close}>
                {t('shell.cancel')}
              </Button>
              <Button loading={renew.isPending} onClick={() => renew.mutate(id)}>
                {t('webhooks.renew.confirm')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <SecretView secret={secret} onDone={dialog.close} />
        )}
      </LateDialog>
    </>
  )
}

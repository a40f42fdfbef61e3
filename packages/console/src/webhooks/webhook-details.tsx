import type { WebhookTest } from '@innkeeper/contract'
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { IconSend } from '../ui/icons/icons.ts'
import { Attempt } from './attempt.tsx'
import { DeleteButton } from './delete-button.tsx'
import { Deliveries } from './deliveries.tsx'
import { useWebhookAction } from './queries.ts'
import { RenewButton } from './renew-button.tsx'
import { ReplayButton } from './replay-button.tsx'
import { useSource, type Webhook } from './source.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import classes from './webhooks.module.css'

/** What only the owner of a webhook sees and does. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { canWrite } = useSource()
  const notifyFailure = useNotifyFailure()
  const [isEditing, editing] = useDisclosure(false)
  const test = useWebhookAction((source, webhookId: string) => source.test(webhookId))
  return (
    <Stack gap="md">
      <Code className={classes.anywhere ?? ''}>{webhook.url}</Code>
      {canWrite && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconSend size={14} />}
            loading={test.isPending}
            onClick={() => test.mutate(webhook.id, { onError: notifyFailure })}
          >
            {t('webhooks.test.send')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={editing.open}>
            {t('webhooks.form.open')}
          </Button>
          <RenewButton webhook={webhook} />
          {webhook.isOn && <ReplayButton webhook={webhook} />}
          <DeleteButton webhook={webhook} />
        </Group>
      )}
      {!test.isPending && test.data && <TestResult outcome={test.data} />}
      <Deliveries webhook={webhook} />
      <WebhookDialog opened={isEditing} onClose={editing.close} webhook={webhook} />
    </Stack>
  )
}

function TestResult({ outcome }: { outcome: WebhookTest }) {
  const { t } = useTranslation()
  return (
    <Alert color={outcome.isAccepted ? 'brand' : 'orange'} role="status" p="xs">
      {outcome.isAccepted && <Text size="sm">{t('webhooks.test.accepted')}</Text>}
      <Attempt of={outcome} />
    </Alert>
  )
}

import { webhookLimits } from '@innkeeper/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Coded } from '../ui/coded.tsx'
import { IconPlus } from '../ui/icons/icons.ts'
import { Section } from '../ui/layout.tsx'
import { RowSkeletons } from '../ui/rows.tsx'
import { webhooksQuery } from './queries.ts'
import { SourceContext, useSource, type WebhookSource } from './source.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookItem } from './webhook-item.tsx'
import classes from './webhooks.module.css'

/** The webhooks of a channel or of the service. */
export function WebhookList({ source }: { source: WebhookSource }) {
  return (
    <SourceContext value={source}>
      <Webhooks />
    </SourceContext>
  )
}

function Webhooks() {
  const { t } = useTranslation()
  const source = useSource()
  const webhooks = useQuery(webhooksQuery(source))
  const [isMaking, making] = useDisclosure(false)
  const isFull = (webhooks.data?.length ?? 0) >= webhookLimits.perChannel
  const action = source.canWrite && (
    <Button variant="light" leftSection={<IconPlus size={16} />} disabled={isFull} onClick={making.open}>
      {t('webhooks.create')}
    </Button>
  )
  return (
    <Section title={t('webhooks.title')} text={t(`webhooks.text.${source.kind}`)} action={action}>
      <Text size="sm">
        <Coded text={t('webhooks.guide')} />
      </Text>
      {!source.canWrite && <Text c="dimmed">{t('editing.readOnlyKey')}</Text>}
      {isFull && <Text size="sm">{t('webhooks.full', { count: webhookLimits.perChannel })}</Text>}
      {!webhooks.data &&
        (webhooks.error ? (
          <ErrorScreen inline error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        ) : (
          <RowSkeletons />
        ))}
      {webhooks.data?.length === 0 && <Text c="dimmed">{t('webhooks.none')}</Text>}
      {webhooks.data && webhooks.data.length > 0 && (
        <Stack component="ul" gap="sm" className={classes.list ?? ''} aria-label={t('webhooks.title')}>
          {webhooks.data.map((one) => (
            <WebhookItem key={one.id} webhook={one} />
          ))}
        </Stack>
      )}
      <WebhookDialog opened={isMaking} onClose={making.close} />
    </Section>
  )
}

import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useFormat } from '../ui/format/format.ts'
import { IconRefresh } from '../ui/icons/icons.ts'
import { Facts, RowSkeletons } from '../ui/rows.tsx'
import { Attempt } from './attempt.tsx'
import { deliveriesQuery, useWebhookAction } from './queries.ts'
import { type Delivery, useSource, type Webhook } from './source.ts'
import { eventKeyOf } from './webhook-states.ts'
import classes from './webhooks.module.css'

const looks = {
  waiting: { variant: 'default' },
  sent: { variant: 'light', color: 'brand' },
  failed: { variant: 'light', color: 'orange' },
} as const

/** The latest events of a webhook, and what became of them. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const deliveries = useQuery(deliveriesQuery(useSource(), webhook.id))
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Group justify="space-between">
        <Title order={3} size="h5" id={id}>
          {t('webhooks.deliveries.title')}
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} />}
          loading={deliveries.isFetching}
          onClick={() => void deliveries.refetch()}
        >
          {t('webhooks.deliveries.refresh')}
        </Button>
      </Group>
      {!deliveries.data &&
        (deliveries.error ? (
          <ErrorScreen inline error={deliveries.error} onRetry={() => void deliveries.refetch()} />
        ) : (
          <RowSkeletons />
        ))}
      {deliveries.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('webhooks.deliveries.none')}
        </Text>
      )}
      {deliveries.data && deliveries.data.length > 0 && (
        <Stack component="ul" gap="sm" className={classes.list ?? ''} aria-label={t('webhooks.deliveries.title')}>
          {deliveries.data.map((one) => (
            <DeliveryItem key={one.no} delivery={one} webhook={webhook} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function DeliveryItem({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const { t } = useTranslation()
  const { timezone, canWrite } = useSource()
  const format = useFormat(timezone)
  const notifyFailure = useNotifyFailure()
  const again = useWebhookAction((source, no: number) => source.sendAgain(webhook.id, no))
  const { no, event, at, state, attempts, triedAt, nextAt } = delivery
  const facts = [
    t('webhooks.deliveries.no', { no }),
    format.dateTime(at),
    ...(attempts > 0 ? [t('webhooks.deliveries.attempts', { count: attempts })] : []),
    ...(triedAt === null ? [] : [t('webhooks.deliveries.tried', { ago: format.ago(triedAt) })]),
    ...(nextAt !== null && attempts > 0 ? [t('webhooks.deliveries.next', { when: format.dateTime(nextAt) })] : []),
  ]
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} flex="1 1 240px" miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {t(`webhooks.events.${eventKeyOf(event)}`)}
          </Text>
          <Badge size="sm" {...looks[state]}>
            {t(`webhooks.deliveries.states.${state}`)}
          </Badge>
        </Group>
        <Facts of={facts} />
        <Attempt of={delivery} />
      </Stack>
      {canWrite && webhook.isOn && (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          aria-label={t('webhooks.deliveries.againOne', { no })}
          onClick={() => again.mutate(no, { onError: notifyFailure })}
        >
          {t('webhooks.deliveries.again')}
        </Button>
      )}
    </Group>
  )
}

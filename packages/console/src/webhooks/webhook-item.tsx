import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import { Facts } from '../ui/rows.tsx'
import { DeleteButton } from './delete-button.tsx'
import { useWebhookAction } from './queries.ts'
import { useSource, type Webhook } from './source.ts'
import { WebhookDetails } from './webhook-details.tsx'
import { eventKeyOf, stateOf } from './webhook-states.ts'
import classes from './webhooks.module.css'

/** The library's light gray has too little contrast. */
const looks = {
  on: { variant: 'light', color: 'brand' },
  off: { variant: 'default' },
  failing: { variant: 'light', color: 'orange' },
} as const

/** A webhook, and what everyone who sees it can do with it. Its owner can also open it. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const join = useJoin()
  const source = useSource()
  const [isOpen, open] = useDisclosure(false)
  const id = useId()
  const factsOf = useFacts()
  const { host, events, isOn } = webhook
  const state = stateOf(webhook)
  const isOwn = source.isOwn(webhook)
  return (
    <Paper component="li" withBorder p="md" radius="lg">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Stack gap={2} flex="1 1 260px" miw={0}>
            <Group gap="xs">
              <Text fw={500} className={classes.anywhere ?? ''}>
                {host}
              </Text>
              <Badge {...looks[state]}>{t(`webhooks.states.${state}`)}</Badge>
            </Group>
            <Text size="sm">{join.names(events.map((event) => t(`webhooks.events.${eventKeyOf(event)}`)))}</Text>
            <Facts of={factsOf(webhook)} />
          </Stack>
          <Group gap="xs">
            {source.canWrite && (isOwn || isOn) && <Switch webhook={webhook} />}
            {isOwn && (
              <Button
                size="compact-sm"
                variant="light"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                aria-label={t('webhooks.openOne', { host })}
                onClick={open.toggle}
              >
                {t('webhooks.open')}
              </Button>
            )}
          </Group>
        </Group>
        <Trouble webhook={webhook} />
        {!isOwn && <NotYours webhook={webhook} />}
        {isOpen && isOwn && (
          <div id={id}>
            <WebhookDetails webhook={webhook} />
          </div>
        )}
      </Stack>
    </Paper>
  )
}

function useFacts(): (webhook: Webhook) => string[] {
  const { t } = useTranslation()
  const { timezone, nameOf } = useSource()
  const format = useFormat(timezone)
  return (webhook) => {
    const { contents, createdAt, lastSentAt, waiting } = webhook
    const who = nameOf(webhook)
    const when = format.date(createdAt)
    return [
      who === undefined ? t('webhooks.facts.created', { when }) : t('webhooks.facts.createdBy', { who, when }),
      ...(contents ? [t(`webhooks.facts.${contents}`)] : []),
      lastSentAt === null ? t('webhooks.facts.never') : t('webhooks.facts.sent', { ago: format.ago(lastSentAt) }),
      ...(waiting > 0 ? [t('webhooks.facts.waiting', { count: waiting, events: format.count(waiting) })] : []),
    ]
  }
}

/** Why it is off, or since when nothing is accepted. */
function Trouble({ webhook: { offBecause, offSince, failingSince, isOn } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const join = useJoin()
  const format = useFormat(useSource().timezone)
  if (offBecause !== null) {
    const since = offSince === null ? [] : [t('webhooks.since', { when: format.dateTime(offSince) })]
    const text = join.sentences(t(`webhooks.because.${offBecause}`), ...since)
    return offBecause === 'person' ? (
      <Text size="sm">{text}</Text>
    ) : (
      <Alert color="orange" p="xs">
        {text}
      </Alert>
    )
  }
  if (!isOn || failingSince === null) return null
  return (
    <Alert color="orange" p="xs">
      {t('webhooks.failing', { when: format.dateTime(failingSince) })}
    </Alert>
  )
}

function Switch({ webhook: { id, host, isOn } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const notifyFailure = useNotifyFailure()
  const change = useWebhookAction((source, next: boolean) => source.change(id, { isOn: next }))
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={change.isPending}
      aria-label={t(isOn ? 'webhooks.turnOffOne' : 'webhooks.turnOnOne', { host })}
      onClick={() => change.mutate(!isOn, { onError: notifyFailure })}
    >
      {t(isOn ? 'webhooks.turnOff' : 'webhooks.turnOn')}
    </Button>
  )
}

function NotYours({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { canWrite } = useSource()
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" flex="1 1 260px">
        {t('webhooks.notYours')}
      </Text>
      {canWrite && <DeleteButton webhook={webhook} />}
    </Group>
  )
}

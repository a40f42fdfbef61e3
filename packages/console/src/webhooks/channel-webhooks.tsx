import { webhookEvents } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useActor, useChannel } from '../channel/channel.ts'
import { useKnownNames } from '../channel/members.ts'
import { useMyself } from '../channel/myself.ts'
import { channelKey, subscriptionQuery } from '../channel/queries.ts'
import type { WebhookSource } from './source.ts'
import { WebhookList } from './webhook-list.tsx'

/** The webhooks of a channel, for admins and the owner with a backup. */
export function ChannelWebhooks() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { role } = useActor()
  const subscription = useQuery(subscriptionQuery(channelId))
  const source = useChannelSource()
  if (!subscription.data) return null
  const isAllowed = (role === 'owner' || role === 'admin') && subscription.data.subscribed
  return isAllowed ? <WebhookList source={source} /> : <Text c="dimmed">{t('webhooks.notAllowed')}</Text>
}

function useChannelSource(): WebhookSource {
  const { channelId, timezone } = useChannel()
  const { canWrite } = useActor()
  const nameOf = useKnownNames()
  const myself = useMyself(channelId)?.userId
  return {
    key: [...channelKey(channelId), 'webhooks'],
    events: webhookEvents,
    kind: 'channel',
    timezone,
    canWrite,
    isOwn: ({ createdBy }) => createdBy === myself,
    nameOf: ({ createdBy = '' }) => nameOf(createdBy) ?? createdBy,
    list: async () => (await api.listWebhooks({ channelId })).webhooks,
    create: ({ url, events, contents }) =>
      api.createWebhook({ channelId, body: { url, events: ofChannel(events), contents } }),
    change: (webhookId, { events, ...others }) =>
      api.changeWebhook({ channelId, webhookId, body: { ...others, ...(events && { events: ofChannel(events) }) } }),
    remove: (webhookId) => api.deleteWebhook({ channelId, webhookId }),
    renewSecret: (webhookId) => api.renewWebhookSecret({ channelId, webhookId }),
    test: (webhookId) => api.testWebhook({ channelId, webhookId }),
    listDeliveries: async (webhookId) => (await api.listWebhookDeliveries({ channelId, webhookId })).deliveries,
    sendAgain: (webhookId, no) => api.repeatWebhookDelivery({ channelId, webhookId, no: String(no) }),
    replay: (webhookId, since) => api.replayWebhook({ channelId, webhookId, body: { since } }),
  }
}

/** What was chosen, in the order of the contract. */
function ofChannel(events: readonly string[]) {
  return webhookEvents.filter((one) => events.includes(one))
}

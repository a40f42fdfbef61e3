import { serviceEvents } from '@innkeeper/contract'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import type { WebhookSource } from './source.ts'
import { WebhookList } from './webhook-list.tsx'

/** The webhooks of the service, for operators. */
export function ServiceWebhooks({ canWrite }: { canWrite: boolean }) {
  const source = useMemo(() => serviceSource(canWrite), [canWrite])
  return <WebhookList source={source} />
}

function serviceSource(canWrite: boolean): WebhookSource {
  return {
    key: ['operator', 'webhooks'],
    events: serviceEvents,
    kind: 'service',
    timezone: undefined,
    canWrite,
    isOwn: () => true,
    nameOf: () => undefined,
    list: async () => (await api.listServiceWebhooks()).webhooks,
    create: ({ url, events }) => api.createServiceWebhook({ body: { url, events: ofService(events) } }),
    change: (webhookId, { url, events, isOn }) =>
      api.changeServiceWebhook({
        webhookId,
        body: {
          ...(url !== undefined && { url }),
          ...(events && { events: ofService(events) }),
          ...(isOn !== undefined && { isOn }),
        },
      }),
    remove: (webhookId) => api.deleteServiceWebhook({ webhookId }),
    renewSecret: (webhookId) => api.renewServiceWebhookSecret({ webhookId }),
    test: (webhookId) => api.testServiceWebhook({ webhookId }),
    listDeliveries: async (webhookId) => (await api.listServiceWebhookDeliveries({ webhookId })).deliveries,
    sendAgain: (webhookId, no) => api.repeatServiceWebhookDelivery({ webhookId, no: String(no) }),
    replay: (webhookId, since) => api.replayServiceWebhook({ webhookId, body: { since } }),
  }
}

function ofService(events: readonly string[]) {
  return serviceEvents.filter((one) => events.includes(one))
}

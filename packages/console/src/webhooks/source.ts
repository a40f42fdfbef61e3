import type {
  ChannelWebhook,
  ServiceWebhook,
  WebhookDeliveries,
  WebhookEvent,
  WebhookServiceEvent,
  WebhookTest,
} from '@innkeeper/contract'
import { createContext, useContext } from 'react'

export type Webhook = Omit<ServiceWebhook, 'events' | 'url'> & {
  /** Null for those who may not see it. */
  url: string | null
  events: readonly EventWord[]
} & Partial<Pick<ChannelWebhook, 'contents' | 'createdBy'>>

export type EventWord = WebhookEvent | WebhookServiceEvent
export type Contents = ChannelWebhook['contents']
export type Delivery = WebhookDeliveries['deliveries'][number]

/** What a webhook is made from. Webhooks of the service never have contents. */
export type WebhookDraft = { url: string; events: EventWord[]; contents: Contents }

/** Where webhooks come from: a channel, or the service. */
export type WebhookSource = {
  /** Below which everything is cached. */
  key: readonly string[]
  /** What can be chosen. */
  events: readonly EventWord[]
  kind: 'channel' | 'service'
  timezone: string | undefined
  canWrite: boolean
  /** Whether the caller decides what it sends and where, and can read what was sent. */
  isOwn(webhook: Webhook): boolean
  nameOf(webhook: Webhook): string | undefined
  list(): Promise<readonly Webhook[]>
  create(draft: WebhookDraft): Promise<{ secret: string }>
  change(webhookId: string, change: Partial<WebhookDraft> & { isOn?: boolean }): Promise<unknown>
  remove(webhookId: string): Promise<unknown>
  renewSecret(webhookId: string): Promise<{ secret: string }>
  test(webhookId: string): Promise<WebhookTest>
  listDeliveries(webhookId: string): Promise<readonly Delivery[]>
  sendAgain(webhookId: string, no: number): Promise<unknown>
  replay(webhookId: string, since: string): Promise<{ events: number }>
}

export const SourceContext = createContext<WebhookSource | undefined>(undefined)

export function useSource(): WebhookSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('useSource() is used outside of a list of webhooks')
  return source
}

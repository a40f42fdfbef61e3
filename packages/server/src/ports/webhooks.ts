import type { WebhookEvent, WebhookFailure, WebhookServiceEvent } from '@innkeeper/contract'
import type { Accepted, Failing, Refused } from '../domain/webhooks/deliver.ts'
import type { ServiceSubject } from '../domain/webhooks/service-event.ts'

/** Reads about webhooks of channels and of the service; part of the store. */
export type WebhookStore = {
  /** Oldest first. */
  listWebhooks(channelNo: number): Promise<WebhookRecord[]>
  findWebhook(channelNo: number, webhookId: string): Promise<WebhookRecord | undefined>
  /** Oldest first. */
  listServiceWebhooks(): Promise<WebhookRecord<WebhookServiceEvent>[]>
  findServiceWebhook(webhookId: string): Promise<WebhookRecord<WebhookServiceEvent> | undefined>
  /** Newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]>
  /** Webhooks of channels that are on, in which something happened that wasn't looked at yet. */
  listWebhooksToPlan(): Promise<PlannedWebhook[]>
  /** Webhooks that are on and not paused, and have something to send now. */
  listBusyWebhooks(at: number): Promise<BusyWebhook[]>
  /** As it is now. Undefined if it isn't on any more. */
  findSendingWebhook(webhookId: string): Promise<SendingWebhook | undefined>
  /** What is sent next. Undefined: nothing is due, or an earlier event holds it up. */
  findNextDelivery(webhookId: string, at: number): Promise<WaitingDelivery | undefined>
  /** Of each person, the channel of a webhook that turned itself off after a time. */
  listStoppedWebhooks(userIds: readonly string[]): Promise<StoppedWebhook[]>
  /** Webhooks of channels that are on. `failing`: nothing was accepted lately. `waiting`: events. */
  countWebhooks(): Promise<{ on: number; failing: number; waiting: number }>
}

/** `offBecause`: null while it is on. `offAt`: when it turned itself off. `userId`: empty if it belongs to the service. */
export type WebhookRecord<Event = WebhookEvent> = {
  webhookId: string
  userId: string
  url: string
  events: Event[]
  contents: 'thin' | 'full'
  createdAt: number
  secretNo: number
  secretAt: number
  offBecause: 'person' | 'gone' | 'failing' | 'restored' | null
  offAt: number | null
  sentAt: number | null
  failingSince: number | null
  waiting: number
}

/** `changeNo`: the last change of the channel that was looked at. */
export type PlannedWebhook = Pick<WebhookRecord, 'webhookId' | 'userId' | 'events'> & {
  channelNo: number
  channelId: string
  changeNo: number
  lastChange: number
}

/** `channelId`: null if it belongs to the service. */
export type BusyWebhook = Pick<WebhookRecord, 'webhookId' | 'userId'> & { channelId: string | null }

export type SendingWebhook = BusyWebhook &
  Pick<WebhookRecord, 'url' | 'contents' | 'secretNo' | 'secretAt'> &
  Failing & { pausedUntil: number }

export type StoppedWebhook = { userId: string; channelId: string; offAt: number }

export type SentEvent = WebhookEvent | WebhookServiceEvent | 'channel.reset' | 'webhook.test'

/** What an event is about. Contents are read when it is sent. */
export type EventSubject =
  | { messageId: string }
  | { happening: [time: number, seq: number] }
  | { sendId: number }
  | { importNo: number }
  | ServiceSubject
  | Record<string, never>

export type DeliveryRecord = {
  no: number
  event: SentEvent
  subject: EventSubject
  at: number
  attempts: number
  nextAt: number | null
  triedAt: number | null
  status: number | null
  failure: WebhookFailure | null
  detail: string
  answer: string
}

export type WaitingDelivery = DeliveryRecord & { nextAt: number }

export type SignedEvent = { id: string; body: string; secrets: readonly string[] }

/** Never throws because of the other side, and ends within half a minute. */
export type SendEvent = (
  url: string,
  event: SignedEvent,
  sending: { at: number; signal: AbortSignal },
) => Promise<Accepted | Refused>

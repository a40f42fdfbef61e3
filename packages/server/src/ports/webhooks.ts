import type { WebhookEvent } from '@innkeeper/contract'
import type { Accepted, Refused } from '../domain/webhooks/deliver.ts'

/** Reads about webhooks of channels; part of the store. */
export type WebhookStore = {
  /** Oldest first. */
  listWebhooks(channelNo: number): Promise<WebhookRecord[]>
  findWebhook(channelNo: number, webhookId: string): Promise<WebhookRecord | undefined>
  /** Newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]>
  /** Webhooks that are on, in whose channels something happened since, or that have something to send. */
  listBusyWebhooks(at: number): Promise<BusyWebhook[]>
  /** What waits to be sent, in order. */
  listWaiting(webhookId: string, limit: number): Promise<(DeliveryRecord & { nextAt: number })[]>
}

/** `offBecause`: null while it is on. */
export type WebhookRecord = {
  webhookId: string
  userId: string
  url: string
  events: WebhookEvent[]
  contents: 'thin' | 'full'
  createdAt: number
  secretNo: number
  secretAt: number
  offBecause: 'person' | 'gone' | 'failing' | 'restored' | null
  sentAt: number | null
  failingSince: number | null
  waiting: number
}

export type BusyWebhook = Omit<WebhookRecord, 'waiting'> & {
  channelNo: number
  channelId: string
  changeNo: number
  lastChange: number
  pausedUntil: number
}

export type SentEvent = WebhookEvent | 'channel.reset' | 'webhook.test'

/** What an event is about. Contents are read when it is sent. */
export type EventSubject =
  | { messageId: string }
  | { happening: [time: number, seq: number] }
  | { sendId: number }
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
  problem: string
  answer: string
}

export type SignedEvent = { id: string; body: string; secrets: readonly string[] }

/** Never throws because of the other side, and ends within half a minute. */
export type SendEvent = (
  url: string,
  event: SignedEvent,
  sending: { at: number; signal: AbortSignal },
) => Promise<Accepted | Refused>

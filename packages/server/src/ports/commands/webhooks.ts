import type { WebhookEvent, WebhookFailure, WebhookServiceEvent } from '@innkeeper/contract'
import type { Failing } from '../../domain/webhooks/deliver.ts'
import type { EventSubject, SentEvent } from '../webhooks.ts'
import type { Authority, InChannel } from './authority.ts'

/** Of a channel, or of the service. `actor`: for the operator log. */
export type OfWebhook = InChannel | { by: Authority; at: number; channelId: null; actor: string }

/** Of webhooks, which send what happens to other programs. */
export type WebhookCommand =
  | ({
      kind: 'create-webhook'
      webhookId: string
      userId: string
      url: string
      events: readonly (WebhookEvent | WebhookServiceEvent)[]
      contents: 'thin' | 'full'
    } & OfWebhook)
  /** What is absent stays. Those who didn't create it can only turn it off. */
  | ({
      kind: 'change-webhook'
      webhookId: string
      change: {
        url?: string
        events?: readonly (WebhookEvent | WebhookServiceEvent)[]
        contents?: 'thin' | 'full'
        isOn?: boolean
      }
    } & OfWebhook)
  | ({ kind: 'delete-webhook'; webhookId: string } & OfWebhook)
  | ({ kind: 'renew-webhook-secret'; webhookId: string } & OfWebhook)
  /** Events that are waiting or were sent are sent again: one of them, or all since a time. */
  | ({ kind: 'repeat-deliveries'; webhookId: string; which: { no: number } | { since: number } } & OfWebhook)
  /**
   * What happened in the channel up to a change. Ignored if another node was faster. A `channel.reset` on its own is left out if one
   * that wasn't sent yet is the last event.
   */
  | {
      kind: 'plan-deliveries'
      at: number
      channelId: string
      webhookId: string
      after: number
      changeNo: number
      events: { event: SentEvent; subject: EventSubject; at: number }[]
    }
  /**
   * What became of an event. `off`: the webhook is turned off, unless that happened already or it has another URL now. `turn`: refused if
   * another node has a later turn.
   */
  | {
      kind: 'record-delivery'
      at: number
      channelId: string | null
      webhookId: string
      url: string
      attempt: RecordedAttempt
      pausedUntil: number
      off?: 'gone' | 'failing'
      turn?: number
    }
  /** Events that are too old to be repeated. */
  | { kind: 'forget-deliveries'; at: number; limit: number }

/** `before`: as it was when it was sent. If someone asked meanwhile to send it again, that stays. */
export type RecordedAttempt = Failing & {
  no: number
  before: { attempts: number; nextAt: number }
  attempts: number
  nextAt: number | null
  triedAt: number
  status: number | null
  failure: WebhookFailure | null
  detail: string
  answer: string
}

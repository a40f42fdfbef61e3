import type { WebhookEvent, WebhookServiceEvent } from '@innkeeper/contract'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

export { WebhookVerificationError }

/** An event as a webhook sends it. Members of `data` depend on its type; the guide to webhooks lists them. */
export type ReceivedEvent = {
  /** Of the `webhook-id` header: the same for every attempt, so that a receiver can ignore what it knows. */
  id: string
  type: WebhookEvent | WebhookServiceEvent | 'channel.reset' | 'webhook.test'
  /** When it happened. */
  timestamp: string
  data: EventData
}

export type EventData = {
  /** Leads to the message or the channel in the console. */
  link: string
  /** Missing in events of the service. */
  channelId?: string
  messageId?: string
  /** The message is gone by now, or the owner of the webhook can't read it any more. */
  gone?: true
  /** As in the timeline, if the webhook sends contents and it isn't too large. */
  item?: unknown
  [name: string]: unknown
}

type HeaderValue = string | readonly string[] | undefined
type ReceivedHeaders = Headers | Readonly<Record<string, HeaderValue>>

/**
 * Checks that a request comes from the service, and returns its event. `body` is the body as it arrived: after parsing and writing it
 * again, the signature doesn't fit. Pass both secrets while one replaces the other. Throws `WebhookVerificationError` if the signature is
 * wrong or older than five minutes.
 */
export function verifyWebhook(
  secret: string | readonly string[],
  body: string | Uint8Array,
  headers: ReceivedHeaders,
): ReceivedEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const id = headerOf(headers, 'webhook-id')
  const named = Object.fromEntries(names.map((name) => [name, headerOf(headers, name)]))
  let failure: unknown
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    try {
      return { id, ...(new Webhook(one).verify(text, named) as Omit<ReceivedEvent, 'id'>) }
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new WebhookVerificationError('No secret was given')
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return Array.isArray(value) ? String(value[0]) : String(value ?? '')
}

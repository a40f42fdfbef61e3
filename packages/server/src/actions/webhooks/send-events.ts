import type { WebhookFailure } from '@innkeeper/contract'
import type { Logger } from 'pino'
import type { NameOf } from '../../domain/notifications/alerts/describe-finding.ts'
import { type Accepted, afterAttempt, decideOff, failingAfter, type Refused } from '../../domain/webhooks/deliver.ts'
import { signingSecrets } from '../../domain/webhooks/webhook-secret.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RecordedAttempt } from '../../ports/commands/webhooks.ts'
import type { Store } from '../../ports/store.ts'
import type { DeliveryRecord, SendEvent, SendingWebhook } from '../../ports/webhooks.ts'
import type { ReadingGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderEvent, renderServiceEvent } from './render-event.ts'
import type { ReadWebhookKey } from './webhook-key.ts'
import { findWebhookRights } from './webhook-rights.ts'

export type WebhookDeps = {
  store: Store
  clock: Clock
  pictures: Pictures
  baseUrl: () => string
  retentionCeilingDays: number | null
  sendEvent: SendEvent
  readWebhookKey: ReadWebhookKey
  /** Of platforms. */
  nameOf: NameOf
  /** From 0 to 1. */
  random: () => number
  /** Counts attempts. */
  noteDelivery(outcome: 'sent' | WebhookFailure): void
  log: Pick<Logger, 'warn'>
}

/** `turn`: the number of this node's turn to send, if there are several. */
type Round = { signal: AbortSignal; turn: number | undefined }

/** Of a webhook before others have their turn. */
const mostInTurn = 50

/**
 * Sends what a webhook has to send now, in order, until its turn is over. What it may send, and where, is read before each event. The
 * first one that isn't accepted ends the turn, so receivers that hang don't keep others waiting.
 */
export async function sendEvents(deps: WebhookDeps, webhookId: string, round: Round): Promise<void> {
  for (let sent = 0; sent < mostInTurn && !round.signal.aborted; sent++)
    if (!(await sendNext(deps, webhookId, round))) return
}

/** Returns whether the next event was accepted. */
async function sendNext(deps: WebhookDeps, webhookId: string, { signal, turn }: Round): Promise<boolean> {
  const { store, clock, random } = deps
  const webhook = await store.findSendingWebhook(webhookId)
  if (!webhook || webhook.pausedUntil > clock()) return false
  const grant = await findReader(deps, webhook)
  if (grant === undefined) return false
  const next = await store.findNextDelivery(webhookId, clock())
  if (!next) return false
  const outcome = await sendOne(deps, webhook, grant, next, signal)
  if (signal.aborted && outcome.kind === 'refused') return false
  const now = clock()
  const { no, attempts, nextAt } = next
  const { pausedUntil, ...after } = afterAttempt(outcome, { attempts, now, random: random() })
  const failing = failingAfter(outcome, webhook, now)
  const off = decideOff(outcome, failing, now)
  const { channelId, url } = webhook
  await store.write<'record-delivery'>({
    kind: 'record-delivery',
    at: now,
    channelId,
    webhookId,
    url,
    attempt: { no, before: { attempts, nextAt }, ...after, triedAt: now, ...toAttempt(outcome, webhook), ...failing },
    pausedUntil,
    ...(off === undefined ? {} : { off }),
    ...(turn === undefined ? {} : { turn }),
  })
  deps.noteDelivery(outcome.kind === 'sent' ? 'sent' : outcome.failure)
  if (off !== undefined)
    deps.log.warn({ channelId, webhookId, off }, 'turned off a webhook whose receiver accepts nothing')
  return outcome.kind === 'sent'
}

/** The rights with which contents are read. `service`: there are none. Undefined: nothing may be sent now. */
async function findReader(
  deps: WebhookDeps,
  { channelId, userId }: SendingWebhook,
): Promise<ReadingGrant | 'service' | undefined> {
  if (channelId === null) return 'service'
  const rights = await findWebhookRights(deps, { channelId, userId })
  return rights.kind === 'granted' ? rights.grant : undefined
}

/** What is kept of an attempt. A receiver may repeat what it got, so its answer to an event with contents isn't. */
function toAttempt(
  outcome: Accepted | Refused,
  { contents }: Pick<SendingWebhook, 'contents'>,
): Pick<RecordedAttempt, 'status' | 'failure' | 'detail' | 'answer'> {
  const { status } = outcome
  const answer = contents === 'thin' ? outcome.answer : ''
  if (outcome.kind === 'sent') return { status, failure: null, detail: '', answer }
  return { status, failure: outcome.failure, detail: outcome.detail, answer }
}

type Sendable = Pick<DeliveryRecord, 'event' | 'subject' | 'at'> & { no: number | string }

/** Sends one event now. */
export async function sendOne(
  deps: Omit<WebhookDeps, 'log' | 'noteDelivery'>,
  webhook: Pick<SendingWebhook, 'webhookId' | 'url' | 'contents' | 'secretNo' | 'secretAt'>,
  grant: ReadingGrant | 'service',
  delivery: Sendable,
  signal: AbortSignal,
): Promise<Accepted | Refused> {
  const { clock, sendEvent, readWebhookKey } = deps
  const body =
    grant === 'service'
      ? renderServiceEvent(deps, delivery)
      : await renderEvent(deps, grant, delivery, webhook.contents)
  const at = clock()
  const secrets = signingSecrets(await readWebhookKey(), webhook, at)
  return await sendEvent(webhook.url, { id: `${webhook.webhookId}_${delivery.no}`, body, secrets }, { at, signal })
}

import type { Logger } from 'pino'
import { isAtLeast } from '../../domain/members/permission.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type Accepted, afterAttempt, mostFailingMs, pickNext, type Refused } from '../../domain/webhooks/deliver.ts'
import { signingSecrets } from '../../domain/webhooks/webhook-secret.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RecordedAttempt } from '../../ports/commands/webhooks.ts'
import type { Store } from '../../ports/store.ts'
import type { BusyWebhook, DeliveryRecord, SendEvent } from '../../ports/webhooks.ts'
import { accessAs, type ReadingGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { planEvents } from './plan-events.ts'
import { renderEvent } from './render-event.ts'
import type { ReadWebhookKey } from './webhook-key.ts'

export type WebhookDeps = {
  store: Store
  clock: Clock
  pictures: Pictures
  baseUrl: () => string
  retentionCeilingDays: number | null
  sendEvent: SendEvent
  readWebhookKey: ReadWebhookKey
  /** From 0 to 1. */
  random: () => number
  log: Pick<Logger, 'warn'>
}

/** `turn`: the number of this node's turn to send, if there are several. */
type Round = { signal: AbortSignal; turn: number | undefined }

/** Of a webhook in one round, so that what was accepted is recorded soon. */
const mostInRound = 50

/**
 * One round for a webhook: plans what happened in its channel, and sends what is due, in order. Returns whether there may be more to do at
 * once.
 */
export async function tendWebhook(deps: WebhookDeps, webhook: BusyWebhook, round: Round): Promise<boolean> {
  const { store, clock } = deps
  const grant = await findGrant(deps, webhook)
  // It goes on when they have their rights back, with what happens from then on.
  const planned = grant ? await planEvents(deps, webhook, clock()) : { events: [], changeNo: webhook.lastChange }
  const { channelId, webhookId, changeNo: after } = webhook
  const isNews = planned.changeNo > after
  if (isNews)
    await store.write<'plan-deliveries'>({
      kind: 'plan-deliveries',
      at: clock(),
      channelId,
      webhookId,
      after,
      ...planned,
    })
  if (!grant || webhook.pausedUntil > clock()) return false
  const isMore = planned.changeNo < webhook.lastChange
  return (await sendWaiting(deps, webhook, grant, round)) || isMore
}

async function sendWaiting(
  deps: WebhookDeps,
  webhook: BusyWebhook,
  grant: ReadingGrant,
  { signal, turn }: Round,
): Promise<boolean> {
  const { store, clock, random } = deps
  const { channelId, webhookId } = webhook
  const waiting = await store.listWaiting(webhookId, 2 * mostInRound)
  const attempts: RecordedAttempt[] = []
  let pausedUntil = 0
  let off: 'gone' | 'failing' | undefined
  let failingSince = webhook.failingSince
  while (attempts.length < mostInRound && pausedUntil === 0 && off === undefined && !signal.aborted) {
    const next = pickNext(waiting, clock())
    if (!next) break
    const outcome = await sendOne(deps, webhook, grant, next, signal)
    if (signal.aborted && outcome.kind === 'refused') break
    const now = clock()
    const after = afterAttempt(outcome, { attempts: next.attempts, now, random: random() })
    const isSent = outcome.kind === 'sent'
    const { status, answer } = outcome
    const problem = outcome.kind === 'refused' ? outcome.problem : ''
    attempts.push({
      no: next.no,
      attempts: after.attempts,
      nextAt: after.nextAt,
      triedAt: now,
      status,
      problem,
      answer,
      isSent,
    })
    failingSince = isSent ? null : (failingSince ?? now)
    pausedUntil = after.pausedUntil
    if (outcome.kind === 'refused' && outcome.isGone) off = 'gone'
    else if (failingSince !== null && now - failingSince >= mostFailingMs) off = 'failing'
    const at = waiting.indexOf(next)
    if (after.nextAt === null) waiting.splice(at, 1)
    else waiting[at] = { ...next, attempts: after.attempts, nextAt: after.nextAt }
  }
  if (attempts.length === 0) return false
  const given = off === undefined ? {} : { off }
  await store.write<'record-deliveries'>({
    kind: 'record-deliveries',
    at: clock(),
    channelId,
    webhookId,
    attempts,
    pausedUntil,
    ...given,
    ...(turn === undefined ? {} : { turn }),
  })
  if (off !== undefined)
    deps.log.warn({ channelId, webhookId, off }, 'turned off a webhook whose receiver accepts nothing')
  return attempts.length === mostInRound
}

/** Sends one event now. */
export async function sendOne(
  deps: WebhookDeps,
  webhook: Pick<BusyWebhook, 'webhookId' | 'url' | 'contents' | 'secretNo' | 'secretAt'>,
  grant: ReadingGrant,
  delivery: Pick<DeliveryRecord, 'no' | 'event' | 'subject' | 'at'>,
  signal: AbortSignal,
): Promise<Accepted | Refused> {
  const { clock, sendEvent, readWebhookKey } = deps
  const body = await renderEvent(deps, grant, delivery, webhook.contents)
  const at = clock()
  const secrets = signingSecrets(await readWebhookKey(), webhook, at)
  return await sendEvent(webhook.url, { id: `${webhook.webhookId}_${delivery.no}`, body, secrets }, { at, signal })
}

/** The rights of the person it belongs to, as they are now. Undefined if they may not have a webhook any more. */
async function findGrant(deps: WebhookDeps, { channelId, userId }: BusyWebhook): Promise<ReadingGrant | undefined> {
  try {
    const grant = await accessAs(deps, channelId, { userId, subscriber: true })
    return isAtLeast(grant.role, 'admin') ? grant : undefined
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

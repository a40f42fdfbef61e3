import { randomUUID } from 'node:crypto'
import type {
  BodyOf,
  ChannelWebhook,
  CreatedWebhook,
  Routes,
  WebhookDeliveries,
  WebhookFailure,
  WebhookList,
  WebhookTest,
} from '@innkeeper/contract'
import { webhookLimits } from '@innkeeper/contract'
import { createId } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Accepted, Refused } from '../../domain/webhooks/deliver.ts'
import { describeWebhookFailure } from '../../domain/webhooks/describe-failure.ts'
import { webhookSecret } from '../../domain/webhooks/webhook-secret.ts'
import { judgeWebhookUrl } from '../../domain/webhooks/webhook-url.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import type { ChannelGrant } from '../access.ts'
import { sendOne, type WebhookDeps } from './send-events.ts'

type Deps = Omit<WebhookDeps, 'log' | 'noteDelivery'> & { webhookAllow: () => readonly string[] }

export async function listWebhooks({ store }: Pick<Deps, 'store'>, grant: ChannelGrant): Promise<WebhookList> {
  const webhooks = await store.listWebhooks(grant.channel.channelNo)
  return { webhooks: webhooks.map((one) => toWebhook(one, grant)) }
}

export async function createWebhook(
  { store, clock, webhookAllow, readWebhookKey }: Pick<Deps, 'store' | 'clock' | 'webhookAllow' | 'readWebhookKey'>,
  grant: ChannelGrant,
  { url, events, contents = 'thin' }: BodyOf<Routes['createWebhook']>,
): Promise<CreatedWebhook> {
  const { authority: by, channelId, userId } = grant
  const webhookId = createId('w')
  const judged = judgeWebhookUrl(url, webhookAllow())
  const key = await readWebhookKey()
  await store.write<'create-webhook'>({
    kind: 'create-webhook',
    by,
    at: clock(),
    channelId,
    webhookId,
    userId,
    url: judged,
    events,
    contents,
  })
  const webhook = toWebhook(await getWebhook({ store }, grant, webhookId), grant)
  return { webhook, secret: webhookSecret(key, webhookId, 1) }
}

export async function changeWebhook(
  { store, clock, webhookAllow }: Pick<Deps, 'store' | 'clock' | 'webhookAllow'>,
  grant: ChannelGrant,
  webhookId: string,
  { url, ...others }: BodyOf<Routes['changeWebhook']>,
): Promise<ChannelWebhook> {
  const { authority: by, channelId } = grant
  const change = { ...others, ...(url !== undefined && { url: judgeWebhookUrl(url, webhookAllow()) }) }
  await store.write<'change-webhook'>({ kind: 'change-webhook', by, at: clock(), channelId, webhookId, change })
  return toWebhook(await getWebhook({ store }, grant, webhookId), grant)
}

export async function deleteWebhook(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { authority: by, channelId }: ChannelGrant,
  webhookId: string,
): Promise<void> {
  await store.write<'delete-webhook'>({ kind: 'delete-webhook', by, at: clock(), channelId, webhookId })
}

export async function renewSecret(
  { store, clock, readWebhookKey }: Pick<Deps, 'store' | 'clock' | 'readWebhookKey'>,
  { authority: by, channelId }: ChannelGrant,
  webhookId: string,
): Promise<{ secret: string }> {
  const key = await readWebhookKey()
  const { secretNo } = await store.write<'renew-webhook-secret'>({
    kind: 'renew-webhook-secret',
    by,
    at: clock(),
    channelId,
    webhookId,
  })
  return { secret: webhookSecret(key, webhookId, secretNo) }
}

/** Sent at once, and not recorded. */
export async function testWebhook(
  deps: Omit<Deps, 'webhookAllow'>,
  grant: ChannelGrant,
  webhookId: string,
): Promise<WebhookTest> {
  const webhook = await getOwnWebhook(deps, grant, webhookId)
  const { signal } = new AbortController()
  return toTest(await sendOne(deps, webhook, grant, testEvent(deps.clock()), signal))
}

/** Receivers drop what has an ID that they know. */
export function testEvent(at: number) {
  return { no: `test-${randomUUID()}`, event: 'webhook.test', subject: {}, at } as const
}

export function toTest(outcome: Accepted | Refused): WebhookTest {
  const { status, answer } = outcome
  const { failure, detail } = outcome.kind === 'refused' ? outcome : { failure: null, detail: '' }
  return { isAccepted: failure === null, status, failure, advice: adviceFor(failure), detail, answer }
}

export async function listDeliveries(
  { store }: Pick<Deps, 'store'>,
  grant: ChannelGrant,
  webhookId: string,
): Promise<WebhookDeliveries> {
  await getOwnWebhook({ store }, grant, webhookId)
  const deliveries = await store.listDeliveries(webhookId, webhookLimits.listed)
  return { deliveries: deliveries.map(toDelivery) }
}

export async function repeatDelivery(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { authority: by, channelId }: ChannelGrant,
  webhookId: string,
  no: string,
): Promise<void> {
  const which = { no: Number(no) }
  const at = clock()
  const { events } = await store.write<'repeat-deliveries'>({
    kind: 'repeat-deliveries',
    by,
    at,
    channelId,
    webhookId,
    which,
  })
  if (events === 0) throw invalid(`This webhook has no event ${no} of the last ${webhookLimits.keptDays} days`)
}

export async function replay(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { authority: by, channelId }: ChannelGrant,
  webhookId: string,
  { since }: BodyOf<Routes['replayWebhook']>,
): Promise<{ events: number }> {
  const which = { since: Date.parse(since) }
  return await store.write<'repeat-deliveries'>({
    kind: 'repeat-deliveries',
    by,
    at: clock(),
    channelId,
    webhookId,
    which,
  })
}

async function getWebhook(
  { store }: Pick<Deps, 'store'>,
  { channel }: ChannelGrant,
  webhookId: string,
): Promise<WebhookRecord> {
  const found = await store.findWebhook(channel.channelNo, webhookId)
  if (!found) throw new Refusal('webhook-not-found')
  return found
}

/** Its secret signs, and answers of its receiver are shown. */
async function getOwnWebhook(
  deps: Pick<Deps, 'store'>,
  grant: ChannelGrant,
  webhookId: string,
): Promise<WebhookRecord> {
  const webhook = await getWebhook(deps, grant, webhookId)
  if (webhook.userId !== grant.userId) throw new Refusal('permission-denied')
  return webhook
}

function toWebhook(record: WebhookRecord, { userId: reader }: ChannelGrant): ChannelWebhook {
  const { url, events, contents, userId: createdBy } = record
  return { ...toState(record), url: createdBy === reader ? url : null, events, contents, createdBy }
}

/** What every webhook has. */
export function toState(record: Omit<WebhookRecord, 'events'>) {
  const { webhookId: id, url, createdAt, offBecause, offAt, failingSince, sentAt, waiting } = record
  return {
    id,
    host: new URL(url).host,
    createdAt: toTimestamp(createdAt),
    isOn: offBecause === null,
    offBecause,
    offSince: toTimestampOrNull(offAt),
    failingSince: toTimestampOrNull(failingSince),
    lastSentAt: toTimestampOrNull(sentAt),
    waiting,
  }
}

export function toDelivery({
  no,
  event,
  at,
  attempts,
  nextAt,
  triedAt,
  status,
  failure,
  detail,
  answer,
}: DeliveryRecord) {
  const state =
    nextAt !== null ? ('waiting' as const) : failure === null && attempts > 0 ? ('sent' as const) : ('failed' as const)
  return {
    no,
    event,
    at: toTimestamp(at),
    state,
    attempts,
    triedAt: toTimestampOrNull(triedAt),
    nextAt: toTimestampOrNull(nextAt),
    status,
    failure,
    advice: adviceFor(failure),
    detail,
    answer,
  }
}

function adviceFor(failure: WebhookFailure | null): string {
  return failure === null ? '' : describeWebhookFailure(failure)
}

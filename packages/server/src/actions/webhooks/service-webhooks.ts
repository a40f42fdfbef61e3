import type {
  BodyOf,
  CreatedServiceWebhook,
  Routes,
  ServiceWebhook,
  ServiceWebhookList,
  WebhookDeliveries,
  WebhookServiceEvent,
  WebhookTest,
} from '@innkeeper/contract'
import { webhookLimits } from '@innkeeper/contract'
import { createId } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { webhookSecret } from '../../domain/webhooks/webhook-secret.ts'
import { judgeWebhookUrl } from '../../domain/webhooks/webhook-url.ts'
import type { Store } from '../../ports/store.ts'
import type { WebhookRecord } from '../../ports/webhooks.ts'
import type { Grant } from '../access.ts'
import { findOperatorOf } from '../accounts/operator-account.ts'
import { sendOne, type WebhookDeps } from './send-events.ts'
import { testEvent, toDelivery, toState, toTest } from './webhooks.ts'

// Webhooks of the service, which every operator can see and change. The gate has checked their rights.

type Deps = Omit<WebhookDeps, 'log' | 'noteDelivery'> & { webhookAllow: () => readonly string[] }

export async function listServiceWebhooks({ store }: Pick<Deps, 'store'>): Promise<ServiceWebhookList> {
  return { webhooks: (await store.listServiceWebhooks()).map(toWebhook) }
}

export async function createServiceWebhook(
  deps: Pick<Deps, 'store' | 'clock' | 'webhookAllow' | 'readWebhookKey'>,
  grant: Grant,
  { url, events }: BodyOf<Routes['createServiceWebhook']>,
): Promise<CreatedServiceWebhook> {
  const { store, webhookAllow, readWebhookKey } = deps
  const webhookId = createId('w')
  const judged = judgeWebhookUrl(url, webhookAllow())
  const key = await readWebhookKey()
  await store.write<'create-webhook'>({
    kind: 'create-webhook',
    ...(await ofService(deps, grant)),
    webhookId,
    userId: '',
    url: judged,
    events,
    contents: 'thin',
  })
  return { webhook: toWebhook(await getWebhook(store, webhookId)), secret: webhookSecret(key, webhookId, 1) }
}

export async function changeServiceWebhook(
  deps: Pick<Deps, 'store' | 'clock' | 'webhookAllow'>,
  grant: Grant,
  webhookId: string,
  { url, ...others }: BodyOf<Routes['changeServiceWebhook']>,
): Promise<ServiceWebhook> {
  const { store, webhookAllow } = deps
  const change = { ...others, ...(url !== undefined && { url: judgeWebhookUrl(url, webhookAllow()) }) }
  await store.write<'change-webhook'>({ kind: 'change-webhook', ...(await ofService(deps, grant)), webhookId, change })
  return toWebhook(await getWebhook(store, webhookId))
}

export async function deleteServiceWebhook(
  deps: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  webhookId: string,
): Promise<void> {
  await deps.store.write<'delete-webhook'>({ kind: 'delete-webhook', ...(await ofService(deps, grant)), webhookId })
}

export async function renewServiceSecret(
  deps: Pick<Deps, 'store' | 'clock' | 'readWebhookKey'>,
  grant: Grant,
  webhookId: string,
): Promise<{ secret: string }> {
  const key = await deps.readWebhookKey()
  const command = { kind: 'renew-webhook-secret', ...(await ofService(deps, grant)), webhookId } as const
  const { secretNo } = await deps.store.write<'renew-webhook-secret'>(command)
  return { secret: webhookSecret(key, webhookId, secretNo) }
}

/** Sent at once, and not recorded. */
export async function testServiceWebhook(deps: Omit<Deps, 'webhookAllow'>, webhookId: string): Promise<WebhookTest> {
  const webhook = await getWebhook(deps.store, webhookId)
  const { signal } = new AbortController()
  return toTest(await sendOne(deps, webhook, 'service', testEvent(deps.clock()), signal))
}

export async function listServiceDeliveries(
  { store }: Pick<Deps, 'store'>,
  webhookId: string,
): Promise<WebhookDeliveries> {
  await getWebhook(store, webhookId)
  return { deliveries: (await store.listDeliveries(webhookId, webhookLimits.listed)).map(toDelivery) }
}

/** `which`: one of them, or all since a time. */
export async function repeatServiceDeliveries(
  deps: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  webhookId: string,
  which: { no: string } | BodyOf<Routes['replayServiceWebhook']>,
): Promise<{ events: number }> {
  const wanted = 'no' in which ? { no: Number(which.no) } : { since: Date.parse(which.since) }
  const command = { kind: 'repeat-deliveries', ...(await ofService(deps, grant)), webhookId, which: wanted } as const
  const { events } = await deps.store.write<'repeat-deliveries'>(command)
  if (events === 0 && 'no' in which)
    throw invalid(`This webhook has no event ${which.no} of the last ${webhookLimits.keptDays} days`)
  return { events }
}

async function ofService({ store, clock }: Pick<Deps, 'store' | 'clock'>, grant: Grant) {
  const actor = (await findOperatorOf(store, grant))?.name ?? grant.userId
  return { by: grant.authority, at: clock(), channelId: null, actor } as const
}

async function getWebhook(store: Store, webhookId: string): Promise<WebhookRecord<WebhookServiceEvent>> {
  const found = await store.findServiceWebhook(webhookId)
  if (!found) throw new Refusal('webhook-not-found')
  return found
}

function toWebhook(record: WebhookRecord<WebhookServiceEvent>): ServiceWebhook {
  return { ...toState(record), url: record.url, events: record.events }
}

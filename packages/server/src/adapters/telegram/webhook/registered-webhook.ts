import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PullOptions, SourcePosition } from '../../../ports/connector.ts'
import { findText, isCount } from '../../http-client/untrusted-json.ts'
import type { BotApi } from '../api/bot-api.ts'
import { allowedUpdates, toEvent } from '../polling/poll-updates.ts'
import { awayReason, keptMs, type Missed, readPosition } from '../polling/update-position.ts'
import type { Bot } from '../receiving/read-people.ts'
import { readWebhookPosition, toWebhookPosition, type WebhookPosition } from './webhook-position.ts'
import { webhookSecret } from './webhook-secret.ts'

/** What Telegram delivers to, as far as it matters here. `url`: empty if it delivers nowhere. `problem`: the last one, however long ago. */
export type WebhookState = {
  url: string
  waiting: number | null
  problem: string | undefined
  problemAt: number | undefined
}

export async function getWebhookState(api: BotApi): Promise<WebhookState> {
  const info = await api.get('the state of the webhook', 'getWebhookInfo')
  return {
    url: findText(info.url) ?? '',
    waiting: isCount(info.pending_update_count) ? info.pending_update_count : null,
    problem: findText(info.last_error_message),
    problemAt: isCount(info.last_error_date) ? info.last_error_date * 1000 : undefined,
  }
}

/** Its host only, because the rest of the address may be a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'another address'
}

/** What waits to be delivered stays, and is received by polling. */
export async function removeWebhook(api: BotApi): Promise<void> {
  await api.call('removing the webhook', 'deleteWebhook', { drop_pending_updates: false })
}

async function setWebhook(api: BotApi, token: string, url: string): Promise<void> {
  await api.call('the address of the webhook', 'setWebhook', {
    url,
    secret_token: webhookSecret(token),
    allowed_updates: allowedUpdates,
    drop_pending_updates: false,
  })
}

const lookEveryMs = 60_000
/** Telegram tries again every two minutes at the latest. */
const failingMs = 5 * 60_000
/** How often the time is stored at which nothing waited. */
const noteEveryMs = 10 * 60_000

type Keeping = { api: BotApi; bot: Bot; token: string; url: string; clock: Clock }

/**
 * Registers our address, and looks from time to time whether it still is. Another program can replace it with the same token. What
 * Telegram couldn't deliver for a day is lost, as is what it delivered to someone else.
 */
export async function keepWebhook(
  { api, bot, token, url, clock }: Keeping,
  { position, take, notePolled, signal }: Pick<PullOptions, 'position' | 'take' | 'notePolled' | 'signal'>,
): Promise<void> {
  let known = readWebhookPosition(position) ?? findLastPoll(position)
  const save = async (next: WebhookPosition, missed?: Missed) => {
    const events = missed === undefined ? [] : [toEvent(missed, { bot, updateId: next.seenAt })]
    await take({ events, unread: [], position: toWebhookPosition(next) })
    known = next
  }
  const refuse = async (): Promise<WebhookState> => {
    try {
      return await refuseForeign(api, url)
    } catch (error) {
      const isNew = error instanceof PlatformRefusal && error.code === 'conflict' && known?.isForeign === false
      if (isNew && known) await save({ ...known, isForeign: true })
      throw error
    }
  }
  await refuse()
  await setWebhook(api, token, url)
  while (!signal.aborted) {
    const state = await refuse()
    if (state.url === '') await setWebhook(api, token, url)
    notePolled(state.waiting)
    const now = clock()
    const missed = known && decideUndelivered(known, now)
    // What waits while deliveries fail may be about to expire.
    const isFailing = state.problemAt !== undefined && now - state.problemAt < failingMs
    const isHealthy = state.waiting === 0 || !isFailing
    if (isHealthy && (known === undefined || missed !== undefined || now - known.seenAt > noteEveryMs)) {
      await save({ seenAt: now, isForeign: false }, missed)
    }
    await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

function decideUndelivered({ seenAt, isForeign }: WebhookPosition, now: number): Missed | undefined {
  if (isForeign) {
    return { since: seenAt, until: now, reason: 'Telegram delivered to another program with the same bot token' }
  }
  return now - seenAt > keptMs ? { since: seenAt, until: now, reason: awayReason } : undefined
}

/** If updates were asked for before. */
function findLastPoll(position: SourcePosition | undefined): WebhookPosition | undefined {
  const polled = readPosition(position)
  return polled && { seenAt: polled.polledAt, isForeign: false }
}

/** A webhook that someone else has set is not removed without asking. `own`: our address, if we have one. */
export async function refuseForeign(api: BotApi, own: string | undefined): Promise<WebhookState> {
  const state = await getWebhookState(api)
  if (state.url === '' || state.url === own) return state
  throw new PlatformRefusal(
    'conflict',
    `Telegram delivers this bot's messages to ${hostOf(state.url)}, because another program has set a webhook there. ` +
      'To receive them here instead, open Setup and check the connection',
  )
}

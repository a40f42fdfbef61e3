import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { PullOptions } from '../../../ports/connector.ts'
import { findText, isCount } from '../../http-client/untrusted-json.ts'
import type { BotApi } from '../api/bot-api.ts'
import { allowedUpdates } from '../polling/poll-updates.ts'
import { webhookSecret } from './webhook-secret.ts'

/** What Telegram delivers to, as far as it matters here. `url`: empty if it delivers nowhere. */
export type WebhookState = { url: string; waiting: number | null; problem: string | undefined }

export async function getWebhookState(api: BotApi): Promise<WebhookState> {
  const info = await api.get('the state of the webhook', 'getWebhookInfo')
  return {
    url: findText(info.url) ?? '',
    waiting: isCount(info.pending_update_count) ? info.pending_update_count : null,
    problem: findText(info.last_error_message),
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

/** Registers our address, and looks from time to time whether it still is. Another program can replace it with the same token. */
export async function keepWebhook(
  { api, token, url }: { api: BotApi; token: string; url: string },
  { notePolled, signal }: Pick<PullOptions, 'notePolled' | 'signal'>,
): Promise<void> {
  await refuseForeign(api, url)
  await setWebhook(api, token, url)
  while (!signal.aborted) {
    const state = await refuseForeign(api, url)
    if (state.url === '') await setWebhook(api, token, url)
    notePolled(state.waiting)
    await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
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

import type { webhook } from '@line/bot-sdk'
import { putOnStandby } from '../events.ts'
import type { World } from '../world.ts'
import { postWebhook, signBody, type WebhookResponse } from './post.ts'
import { recordReplyTokens } from './record-reply-tokens.ts'

/** Options for webhooks that the platform would never or rarely send. */
export type DeliverOptions = {
  /** Instead of the channel's secret. */
  signWith?: string
  /** Instead of the correct signature; null for no header. */
  signature?: string | null
  destination?: string
  /** `standby` removes the reply tokens. */
  mode?: 'active' | 'standby'
  /** The body, byte for byte, instead of one made from the events. */
  raw?: string | Buffer
  /** Instead of the webhook URL. */
  url?: string
}

export async function deliverNow(
  world: World,
  events: readonly unknown[],
  options: DeliverOptions,
): Promise<WebhookResponse> {
  const { settings } = world
  const url = options.url ?? world.webhookUrl
  if (url === undefined) throw new Error('No webhook URL is set. Pass one to startSimulator or setWebhookUrl.')
  const sent = options.mode === 'standby' ? events.map((event) => putOnStandby(event as webhook.Event)) : events
  const body = options.raw ?? JSON.stringify({ destination: options.destination ?? settings.botUserId, events: sent })
  const signature = options.signature ?? signBody(body, options.signWith ?? settings.channelSecret)
  recordReplyTokens(world, sent)
  return postWebhook({
    url,
    body,
    signature: options.signature === null ? undefined : signature,
    deadlineMs: settings.deadlineMs,
  })
}

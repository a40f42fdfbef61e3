import { setTimeout as sleep } from 'node:timers/promises'
import type { webhook } from '@line/bot-sdk'
import { markRedelivery } from '../events.ts'
import type { World } from '../world.ts'
import { isSuccess, postWebhook, signBody, type WebhookResponse } from './post.ts'
import { recordReplyTokens } from './record-reply-tokens.ts'
import type { Planned } from './schedule.ts'

/** One webhook that contained an event. */
export type Attempt = { status?: number; error?: string; ms: number; isRedelivery: boolean }

/** An event that is being sent, until all its webhooks have ended. */
export type Waiting = { event: webhook.Event; attempts: Attempt[]; open: number; done: () => void }

export type Batch = Planned<Waiting>[]

/** Sends a batch once. False if it was not accepted. */
export async function attempt(world: World, batch: Batch, signal: AbortSignal, isRedelivery = false): Promise<boolean> {
  const { webhookUrl, settings } = world
  // Without a URL there is nothing to retry.
  if (webhookUrl === undefined || signal.aborted) return true
  const events = batch.map(({ event }) => (isRedelivery ? markRedelivery(event) : event))
  const body = JSON.stringify({ destination: settings.botUserId, events })
  recordReplyTokens(world, events)
  const signature = signBody(body, settings.channelSecret)
  const { deadlineMs } = settings
  const response = await postWebhook({ url: webhookUrl, body, signature, deadlineMs, signal })
  for (const { item } of batch) item?.attempts.push({ ...describe(response), isRedelivery })
  return isSuccess(response)
}

/** Retries a batch that was not accepted, if the channel has redelivery enabled. */
export async function redeliver(world: World, batch: Batch, signal: AbortSignal): Promise<void> {
  const { isOn, delaysMs } = world.settings.redelivery
  for (const delayMs of isOn ? delaysMs : []) {
    await sleep(delayMs, undefined, { signal }).catch(() => {})
    if (await attempt(world, batch, signal, true)) return
  }
}

function describe(response: WebhookResponse): Omit<Attempt, 'isRedelivery'> {
  const { ms } = response
  return response.status === undefined ? { error: response.error, ms } : { status: response.status, ms }
}

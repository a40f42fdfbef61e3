import { setTimeout as sleep } from 'node:timers/promises'
import { isSuccess, postWebhook, type WebhookResponse } from '@innkeeper/simulator-kit'
import type { Update } from '../bot-api.ts'
import { showConfirmed } from '../chat-page/show.ts'
import type { World } from '../world.ts'
import { confirmUpdate, dropExpired } from './update-queue.ts'

/** Sends waiting updates to the bot, one a request. Those of one chat one after the other, until each is accepted or expired. */
export type Webhooks = {
  start(): void
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** `execute` runs the method that a bot puts into its answer. */
export function createWebhooks(world: World, execute: (body: unknown) => void): Webhooks {
  const busy = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const start = () => {
    dropExpired(world.queue, world.settings.clock())
    for (const { update, chatKey } of world.queue.waiting) {
      if (!world.webhook || stopping.signal.aborted || busy.size >= world.webhook.maxConnections) return
      if (busy.has(chatKey)) continue
      const work = deliver(update).finally(() => {
        busy.delete(chatKey)
        start()
      })
      busy.set(chatKey, work)
    }
  }
  const deliver = async (update: Update): Promise<void> => {
    const { retryDelaysMs } = world.settings.webhook
    for (let attempt = 0; !stopping.signal.aborted && world.webhook && isWaiting(update); attempt++) {
      const response = await post(world, update, stopping.signal)
      if (!response) return
      if (isSuccess(response)) {
        confirmUpdate(world.queue, update.update_id)
        showConfirmed(world, (updateId) => updateId === update.update_id)
        execute(response.body)
        return
      }
      noteFailure(world, response)
      const delayMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      dropExpired(world.queue, world.settings.clock())
    }
  }
  const isWaiting = ({ update_id }: Update) => world.queue.waiting.some(({ update }) => update.update_id === update_id)
  world.wake.add(start)
  return {
    start,
    async settled() {
      while (busy.size > 0) await Promise.all(busy.values())
    },
    async stop() {
      stopping.abort()
      world.wake.delete(start)
      await Promise.all(busy.values())
    },
  }
}

async function post(world: World, update: Update, signal: AbortSignal): Promise<WebhookResponse | undefined> {
  const { webhook, settings } = world
  if (!webhook) return undefined
  const { secretToken } = webhook
  return postWebhook({
    url: webhook.url,
    body: JSON.stringify(update),
    headers: {
      'content-type': 'application/json',
      ...(secretToken === undefined ? {} : { 'x-telegram-bot-api-secret-token': secretToken }),
    },
    deadlineMs: settings.webhook.deadlineMs,
    signal,
  })
}

function noteFailure({ webhook, settings }: World, response: WebhookResponse): void {
  if (!webhook) return
  webhook.lastErrorAt = settings.clock()
  webhook.lastErrorMessage = describeFailure(response)
}

function describeFailure(response: WebhookResponse): string {
  if (response.status !== undefined) return `Wrong response from the webhook: ${response.status}`
  if (response.error === 'request_timeout') return 'Read timeout expired'
  return response.error === 'could_not_connect' ? 'Connection refused' : 'Connection reset by peer'
}

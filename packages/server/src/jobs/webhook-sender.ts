import { setTimeout as sleep } from 'node:timers/promises'
import { tendWebhook, type WebhookDeps } from '../actions/webhooks/send-events.ts'
import type { BusyWebhook } from '../ports/webhooks.ts'

/** Sends what happens in channels to webhooks. Nothing waits for it. */
export type WebhookSender = { stop(): Promise<void> }

const never = new Promise<void>(() => {})

const lookEveryMs = 500
const tryAgainMs = 10_000
/** Receivers at a time. Each is sent one event after the other, and one that hangs holds up only itself. */
const mostAtOnce = 64

export function startWebhookSender(deps: WebhookDeps): WebhookSender {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const tended = new Map<string, Promise<void>>()

  const tend = async (webhook: BusyWebhook) => {
    const { webhookId } = webhook
    try {
      await tendWebhook(deps, webhook, signal)
    } catch (err) {
      if (!signal.aborted) log.warn({ err, webhookId }, 'failed to look after a webhook; will retry')
      await rest(tryAgainMs)
    } finally {
      tended.delete(webhookId)
    }
  }
  const round = async () => {
    for (const webhook of await store.listBusyWebhooks(clock())) {
      if (tended.size >= mostAtOnce || signal.aborted) return
      if (!tended.has(webhook.webhookId)) tended.set(webhook.webhookId, tend(webhook))
    }
  }
  /** Until this node may not send any more: two nodes would send everything twice. */
  const run = async (lost: Promise<void>) => {
    let isLost = false
    void lost.then(() => {
      isLost = true
    })
    for (let isFailing = false; !signal.aborted && !isLost; ) {
      try {
        await round()
        isFailing = false
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err }, 'failed to look for webhooks; will retry')
        isFailing = true
      }
      await rest(isFailing ? tryAgainMs : lookEveryMs)
    }
    await Promise.all(tended.values())
  }
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const repeat = async () => {
    while (!signal.aborted) {
      try {
        if (store.nodes) await store.nodes.unlessTaken('webhooks', run)
        else await run(never)
        await rest(lookEveryMs)
      } catch (err) {
        log.warn({ err }, 'failed to look for webhooks; will retry')
        await rest(tryAgainMs)
      }
    }
  }
  const running = repeat()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { tendWebhook, type WebhookDeps } from '../actions/webhooks/send-events.ts'
import { LeaseLost } from '../domain/jobs/lease-lost.ts'
import type { HeldTurn } from '../ports/storage/nodes.ts'
import type { BusyWebhook } from '../ports/webhooks.ts'
import { untilLost } from './until-lost.ts'

/** Sends what happens in channels to webhooks. Nothing waits for it. */
export type WebhookSender = { stop(): Promise<void> }

/** `turn`: its number, with which results are recorded. */
type Round = { signal: AbortSignal; turn: number | undefined }

/** A store that one service has alone is never lost to another. */
const alone = { lost: new Promise<void>(() => {}), number: async () => undefined }

const lookEveryMs = 500
const tryAgainMs = 10_000
/** Receivers at a time. Each is sent one event after the other, and one that hangs holds up only itself. */
const mostAtOnce = 64

export function startWebhookSender(deps: WebhookDeps): WebhookSender {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  const tended = new Map<string, Promise<void>>()

  const tend = async (webhook: BusyWebhook, { signal, turn }: Round) => {
    const { webhookId } = webhook
    try {
      await tendWebhook(deps, webhook, { signal, turn })
    } catch (err) {
      if (err instanceof LeaseLost) return
      if (!signal.aborted) log.warn({ err, webhookId }, 'failed to look after a webhook; will retry')
      await rest(tryAgainMs, signal)
    } finally {
      tended.delete(webhookId)
    }
  }
  const round = async (own: Round) => {
    for (const webhook of await store.listBusyWebhooks(clock())) {
      if (tended.size >= mostAtOnce || own.signal.aborted) return
      if (!tended.has(webhook.webhookId)) tended.set(webhook.webhookId, tend(webhook, own))
    }
  }
  /** Until this node may not send any more: two nodes would send everything twice. */
  const run = async (held: Pick<HeldTurn, 'lost' | 'number'> | typeof alone) => {
    const signal = untilLost(stopping.signal, held)
    const turn = await held.number()
    for (let isFailing = false; !signal.aborted; ) {
      try {
        await round({ signal, turn })
        isFailing = false
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err }, 'failed to look for webhooks; will retry')
        isFailing = true
      }
      await rest(isFailing ? tryAgainMs : lookEveryMs, signal)
    }
    await Promise.all(tended.values())
  }
  const rest = (ms: number, signal = stopping.signal) =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const repeat = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (store.nodes) await store.nodes.unlessTaken('webhooks', run)
        else await run(alone)
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

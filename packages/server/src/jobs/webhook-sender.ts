import { setTimeout as sleep } from 'node:timers/promises'
import { planWebhook } from '../actions/webhooks/plan-events.ts'
import { sendEvents, type WebhookDeps } from '../actions/webhooks/send-events.ts'
import { findNextInTurn } from '../domain/fair-turns.ts'
import { LeaseLost } from '../domain/jobs/lease-lost.ts'
import type { HeldTurn } from '../ports/storage/nodes.ts'
import type { BusyWebhook } from '../ports/webhooks.ts'
import { untilLost } from './until-lost.ts'

/** Sends what happens in channels and in the service to webhooks. Nothing waits for it. */
export type WebhookSender = { stop(): Promise<void> }

/** `turn`: its number, with which results are recorded. */
type Round = { signal: AbortSignal; turn: number | undefined }

/** A store that one service has alone is never lost to another. */
const alone = { lost: new Promise<void>(() => {}), number: async () => undefined }

const lookEveryMs = 500
const tryAgainMs = 10_000
/** Receivers at a time. Each is sent one event after the other, and one that hangs holds up only itself. */
const mostAtOnce = 64
/** Shares of them, so that receivers that hang leave room for other channels and people. */
const mostOfChannel = 4
const mostOfPerson = 8

export function startWebhookSender(deps: WebhookDeps): WebhookSender {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  const sending = new Map<string, { webhook: BusyWebhook; done: Promise<void> }>()
  /** When each webhook last had its turn, by count. */
  const turns = new Map<string, number>()
  let turnCount = 0

  const send = async ({ webhookId }: BusyWebhook, { signal, turn }: Round) => {
    try {
      await sendEvents(deps, webhookId, { signal, turn })
    } catch (err) {
      if (err instanceof LeaseLost) return
      if (!signal.aborted) log.warn({ err, webhookId }, 'failed to send to a webhook; will retry')
      await rest(tryAgainMs, signal)
    } finally {
      sending.delete(webhookId)
    }
  }
  /** Those that waited longest come first, of people and channels with the least at this moment. */
  const sendInTurn = async (own: Round) => {
    const busy = await store.listBusyWebhooks(clock())
    for (const webhookId of turns.keys()) if (!busy.some((one) => one.webhookId === webhookId)) turns.delete(webhookId)
    const waiting = busy
      .filter(({ webhookId }) => !sending.has(webhookId))
      .sort((one, other) => (turns.get(one.webhookId) ?? 0) - (turns.get(other.webhookId) ?? 0))
    while (sending.size < mostAtOnce && !own.signal.aborted) {
      const running = [...sending.values()].map(({ webhook }) => webhook)
      const countOf = (channelId: string | null) => running.filter((one) => one.channelId === channelId).length
      const possible = waiting.filter(({ channelId }) => countOf(channelId) < mostOfChannel)
      const webhook = findNextInTurn(possible, running, mostOfPerson)
      if (!webhook) return
      waiting.splice(waiting.indexOf(webhook), 1)
      turns.set(webhook.webhookId, ++turnCount)
      sending.set(webhook.webhookId, { webhook, done: send(webhook, own) })
    }
  }
  /** Apart from sending, so that changes are looked at before they are deleted, however slow receivers are. */
  const plan = async ({ signal }: Round) => {
    for (const webhook of await store.listWebhooksToPlan()) {
      if (signal.aborted) return
      try {
        await planWebhook(deps, webhook)
      } catch (err) {
        const { webhookId } = webhook
        if (!signal.aborted) log.warn({ err, webhookId }, 'failed to read what happened for a webhook; will retry')
        await rest(lookEveryMs, signal)
      }
    }
  }
  const keepOn = async (own: Round, step: (own: Round) => Promise<void>) => {
    for (let isFailing = false; !own.signal.aborted; ) {
      try {
        await step(own)
        isFailing = false
      } catch (err) {
        if (!isFailing && !own.signal.aborted) log.warn({ err }, 'failed to look for webhooks; will retry')
        isFailing = true
      }
      await rest(isFailing ? tryAgainMs : lookEveryMs, own.signal)
    }
  }
  /** Until this node may not send any more: two nodes would send everything twice. */
  const run = async (held: Pick<HeldTurn, 'lost' | 'number'> | typeof alone) => {
    const own = { signal: untilLost(stopping.signal, held), turn: await held.number() }
    await Promise.all([keepOn(own, plan), keepOn(own, sendInTurn)])
    await Promise.all([...sending.values()].map(({ done }) => done))
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

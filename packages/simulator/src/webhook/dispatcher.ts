import type { Random } from '@innkeeper/testdata'
import type { webhook } from '@line/bot-sdk'
import { buildEvent, type EventDraft } from '../events.ts'
import type { Redelivery } from '../options.ts'
import type { World } from '../world.ts'
import { createLanes } from './lanes.ts'
import { type Disorder, planWebhooks, tidy } from './schedule.ts'
import { type Attempt, attempt, type Batch, redeliver, type Waiting } from './send-batch.ts'

/** How one event was delivered. */
export type Delivery<E extends webhook.Event = webhook.Event> = {
  event: E
  /** Every webhook that contained it: the first, duplicates and redeliveries. Empty without a webhook URL. */
  attempts: Attempt[]
  /** Whether one of them was answered with 2xx. */
  isDelivered: boolean
}

export type DeliverySettings = Partial<Disorder> & { redelivery?: Redelivery; deadlineMs?: number }

/** Sends events as webhooks. Events that are queued in one turn of the event loop are planned together. */
export type Dispatcher = {
  /** Settles when the event's last webhook has. */
  send<E extends webhook.Event>(event: E): Promise<Delivery<E>>
  configure(changes: DeliverySettings): void
  /** Hold everything until `release`. */
  hold(): void
  release(): Promise<void>
  /** Resolves when all webhooks have ended, including redeliveries. While held, only those already started. */
  settled(): Promise<void>
  /** Cancel everything that waits or is being sent. */
  stop(): Promise<void>
}

export function createDispatcher(world: World, random: Random): Dispatcher {
  const stopping = new AbortController()
  const { signal } = stopping
  let disorder = tidy
  let waiting: Waiting[] = []
  let isHeld = false
  let isPlanned = false
  const lanes = createLanes(() => disorder.concurrency)

  const flush = () => {
    isPlanned = false
    if (isHeld) return
    const plan = planWebhooks(waiting, disorder, { random, inventEvent: () => inventEvent(world) })
    waiting = []
    for (const batch of plan) for (const { item } of batch) if (item) item.open++
    for (const batch of plan) lanes.run(() => deliver(batch))
  }

  const deliver = async (batch: Batch): Promise<void> => {
    if (await attempt(world, batch, signal)) close(batch)
    // Other batches don't wait for the redelivery.
    else lanes.runBeside(redeliver(world, batch, signal).then(() => close(batch)))
  }

  const settled = async () => {
    while (isPlanned || !lanes.isIdle()) {
      await lanes.ended()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    send<E extends webhook.Event>(event: E) {
      const attempts: Attempt[] = []
      const { promise, resolve } = Promise.withResolvers<Delivery<E>>()
      const done = () => resolve({ event, attempts, isDelivered: attempts.some(wasAccepted) })
      waiting.push({ event, attempts, open: 0, done })
      if (!isHeld && !isPlanned) setImmediate(flush)
      isPlanned ||= !isHeld
      return promise
    },
    configure({ redelivery, deadlineMs, ...changes }) {
      disorder = { ...disorder, ...changes }
      if (redelivery) world.settings.redelivery = redelivery
      if (deadlineMs !== undefined) world.settings.deadlineMs = deadlineMs
    },
    hold() {
      isHeld = true
    },
    async release() {
      isHeld = false
      flush()
      await settled()
    },
    settled,
    async stop() {
      stopping.abort()
      isHeld = false
      flush()
      await settled()
    },
  }
}

function close(batch: Batch): void {
  for (const { item } of batch) if (item && --item.open === 0) item.done()
}

function wasAccepted({ status = 0 }: Attempt): boolean {
  return status >= 200 && status < 300
}

/** What a later version of the platform might send. */
function inventEvent(world: World): webhook.Event {
  const draft: unknown = { type: 'simulatedNovelty', source: { type: 'user' } }
  return buildEvent(world, draft as EventDraft<'unfollow'>)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { moveIsKnownWithinMs } from '../../domain/channels/moved-chat.ts'
import { createNewChats } from '../../domain/channels/new-chats.ts'
import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector, Delivery, Opened } from '../../ports/connector.ts'
import type { Store } from '../../ports/store.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EventIntake } from './event-intake.ts'

/** Receives the deliveries of platforms. */
export type WebhookIntake = {
  isOpenFor(platform: string): boolean
  /** Resolves when everything in it is durable. If it refuses, nothing must be acknowledged. */
  take(platform: string, delivery: Delivery, requestId?: string): Promise<void>
  /** Deliveries that wait are refused, so that the platform repeats them. */
  stop(): void
}

export type WebhookOutcome = 'taken' | 'refused' | 'unreadable' | 'unavailable' | 'failed'

type Deps = {
  store: Pick<Store, 'knowsChat'>
  clock: Clock
  /** Changes while the service runs. */
  connectors: ReadonlyMap<string, Connector>
  intake: Pick<EventIntake, 'admit'>
  log: { info(fields: object, words: string): void }
  connections: Pick<ConnectionWatch, 'noteTaken' | 'noteRefused' | 'noteTurnedAway'>
  metrics: { noteWebhook(outcome: WebhookOutcome): void }
}

/** Bytes that are checked but not yet on the disk. Beyond this, deliveries are refused to bound memory. */
const mostBytes = 64 * 1024 * 1024
const mostDeliveries = 10_000

/** How often it is looked whether the chat that a delivery waits for is known. */
const lookEveryMs = 200

type Taken = Opened & { kind: 'taken' }

export function createWebhookIntake(deps: Deps): WebhookIntake {
  const { store, connectors, connections, intake, clock, log, metrics } = deps
  const inHand = { bytes: 0, deliveries: 0 }
  const chats = createNewChats({ knowsChat: store.knowsChat, clock })
  const stopping = new AbortController()

  const refuse = (outcome: WebhookOutcome, refusal: Refusal): Promise<never> => {
    metrics.noteWebhook(outcome)
    return Promise.reject(refusal)
  }

  return {
    isOpenFor: (platform) => connectors.get(platform)?.webhook !== undefined,
    take(platform, delivery, requestId) {
      const opened = connectors.get(platform)?.webhook?.open(delivery)
      if (!opened) return Promise.reject(new Refusal('not-found'))
      if (opened.kind === 'refused') {
        log.info({ requestId, platform, reason: opened.reason }, 'a webhook was refused')
        connections.noteRefused(platform, { at: clock(), isSignature: opened.cause === 'signature' })
        return refuse('refused', new Refusal('webhook-refused', opened.reason))
      }
      if (opened.kind === 'unreadable') return refuse('unreadable', invalid(opened.reason))
      const size = delivery.body.length
      if (inHand.bytes + size > mostBytes || inHand.deliveries >= mostDeliveries) {
        connections.noteTurnedAway(platform, { at: clock() })
        return refuse('unavailable', new Refusal('unavailable', 'webhooks arrive faster than they can be saved'))
      }
      inHand.bytes += size
      inHand.deliveries++
      const letGo = (outcome: WebhookOutcome) => {
        inHand.bytes -= size
        inHand.deliveries--
        metrics.noteWebhook(outcome)
      }
      const admit = ({ events, unread }: Taken) => intake.admit({ platform, requestId, events, unread })
      const waited = waitFor(opened, connectors.get(platform)?.mayHaveMoved)
      return (waited === undefined ? admit(opened) : waited.then(admit)).then(
        () => {
          letGo('taken')
          const hasEvents = opened.events.length > 0 || opened.unread.length > 0
          connections.noteTaken(platform, { at: clock(), hasEvents, isRedelivery: opened.isRedelivery ?? false })
        },
        (error: unknown) => {
          connections.noteTurnedAway(platform, { at: clock() })
          letGo(error instanceof Refusal && error.code === 'unavailable' ? 'unavailable' : 'failed')
          throw error
        },
      )
    },
    stop: () => stopping.abort(),
  }

  /** Undefined: there is nothing to wait for, as with nearly every delivery. */
  function waitFor(opened: Taken, mayHaveMoved: Connector['mayHaveMoved']): Promise<Taken> | undefined {
    for (const chatId of opened.begunChats ?? []) chats.settle(chatId)
    const newChats = mayHaveMoved ? findNewChats(opened, mayHaveMoved) : []
    if (newChats.length === 0 && !opened.readAgain) return undefined
    return (async () => {
      await waitForChats(newChats)
      return opened.readAgain ? await readAgain(opened.readAgain) : opened
    })()
  }

  function findNewChats({ events }: Taken, mayHaveMoved: (chatId: string) => boolean): string[] {
    const ids = new Set(events.map(({ channel }) => channel.channelId))
    return [...ids].filter((chatId) => mayHaveMoved(chatId) && !chats.isSettled(chatId))
  }

  /** Another delivery, on any node, may tell that it is a known chat under a new ID. */
  async function waitForChats(chatIds: readonly string[]): Promise<void> {
    const lastLook = performance.now() + moveIsKnownWithinMs
    while ((await chats.findWaiting(chatIds)).size > 0 && performance.now() < lastLook) {
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {
        throw new Refusal('unavailable', 'the service is stopping')
      })
    }
  }
}

/** If the platform doesn't respond, it has to deliver again. */
async function readAgain(read: () => Promise<Opened>): Promise<Taken> {
  const opened = await read().catch((error: unknown) => {
    if (error instanceof PlatformSilence || error instanceof PlatformRefusal)
      throw new Refusal('unavailable', error.message)
    throw error
  })
  if (opened.kind !== 'taken') throw invalid('The delivery can’t be read')
  return opened
}

import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector, Delivery } from '../../ports/connector.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EventIntake } from './event-intake.ts'

/** Receives the deliveries of platforms. */
export type WebhookIntake = {
  isOpenFor(platform: string): boolean
  /** Resolves when everything in it is durable. If it refuses, nothing must be acknowledged. */
  take(platform: string, delivery: Delivery, requestId?: string): Promise<void>
}

export type WebhookOutcome = 'taken' | 'refused' | 'unreadable' | 'unavailable' | 'failed'

type Deps = {
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

export function createWebhookIntake(deps: Deps): WebhookIntake {
  const { connectors, connections, intake, clock, log, metrics } = deps
  const inHand = { bytes: 0, deliveries: 0 }

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
      return intake.admit({ platform, requestId, events: opened.events, unread: opened.unread }).then(
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
  }
}

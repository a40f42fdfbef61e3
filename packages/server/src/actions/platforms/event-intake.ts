import type { Clock } from '../../ports/clock.ts'
import type { Receipt } from '../../ports/commands/messages.ts'
import type { Connector, IncomingEvent, Pulled } from '../../ports/connector.ts'
import type { Store } from '../../ports/store.ts'
import { type Batch, receiveEvents } from '../messages/receive-events.ts'
import type { ConnectionWatch } from './connection-watch.ts'

/** Where the events of all platforms come in, whether they were delivered or asked for. */
export type EventIntake = {
  /** Resolves when everything in it is durable. If it rejects, nothing must be acknowledged. */
  admit(batch: Batch): Promise<Receipt>
  /** The same for events that we asked for. */
  takePulled(platform: string, pulled: Pulled): Promise<void>
}

type Deps = {
  store: Store
  clock: Clock
  /** Called after a commit that planned jobs. */
  wake(): void
  log: { warn(fields: object, words: string): void; error(fields: object, words: string): void }
  connections: Pick<ConnectionWatch, 'notePulled'>
  connectors: ReadonlyMap<string, Pick<Connector, 'roster' | 'description' | 'namesComeAlone'>>
  metrics: { noteReceipt(receipt: Receipt): void }
}

export function createEventIntake(deps: Deps): EventIntake {
  const { store, clock, connections, connectors, log, metrics } = deps
  const receiving = {
    ...deps,
    report: (err: unknown) => log.error({ err }, 'failed to store an event; it is kept as unread'),
  }

  /** Concerns all channels, so it is a write of its own. If the rest fails, it is repeated without effect. */
  const noteMissed = async (platform: string, { at, since, reason }: EventsMissed) => {
    log.warn({ platform, since, reason }, 'the platform could not deliver some events')
    await store.write<'note-missed'>({ kind: 'note-missed', platform, at, since, reason })
  }

  const admit = async (batch: Batch): Promise<Receipt> => {
    const missed = batch.events.filter(isMissed)
    for (const one of missed) await noteMissed(batch.platform, one)
    const events = missed.length === 0 ? batch.events : batch.events.filter((event) => !isMissed(event))
    const { description, namesComeAlone = false, roster } = connectors.get(batch.platform) ?? {}
    const seesUnsending = description?.abilities.seesUnsending ?? true
    const abilities = {
      ...(!seesUnsending && { seesUnsending }),
      ...(namesComeAlone && { namesComeAlone }),
      ...(roster?.listAdmins && { adminsFrom: description?.name ?? batch.platform }),
    }
    const receipt = await receiveEvents(receiving, { ...batch, events, ...abilities })
    metrics.noteReceipt(receipt)
    return receipt
  }

  return {
    admit,
    async takePulled(platform, { events, unread, position }) {
      await admit({ platform, events, unread, ...(position && { position }) })
      if (events.length > 0 || unread.length > 0) connections.notePulled(platform, { at: clock() })
    },
  }
}

type EventsMissed = IncomingEvent & { kind: 'events-missed' }

function isMissed(event: IncomingEvent): event is EventsMissed {
  return event.kind === 'events-missed'
}

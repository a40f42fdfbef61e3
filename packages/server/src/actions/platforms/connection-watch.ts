import type { OperatorReport } from '@innkeeper/contract'
import { minuteOf } from '../../domain/messages/ledger/late-arrivals.ts'
import type { ConnectionSeen, Connector } from '../../ports/connector.ts'
import type { Store } from '../../ports/store.ts'

export type TokenState = OperatorReport['connections'][number]['token']

/**
 * Watches the connections to platforms. Observations are kept in memory and added to the store every few seconds, so a webhook
 * never waits for them, and other nodes add theirs.
 */
export type ConnectionWatch = {
  noteTaken(platform: string, webhook: { at: number; hasEvents: boolean; isRedelivery: boolean }): void
  noteRefused(platform: string, refused: { at: number; isSignature: boolean }): void
  /** A genuine delivery was rejected because the service couldn't take it. */
  noteTurnedAway(platform: string, turnedAway: { at: number }): void
  /** The platform responded to a question for events. */
  notePolled(platform: string, poll: { at: number; behind: number | null }): void
  /** A poll returned something. */
  notePulled(platform: string, pulled: { at: number }): void
  /** Another program receives the events of our account. */
  noteConflict(platform: string, conflict: { at: number }): void
  noteToken(platform: string, token: TokenState): void
  /** The platforms that are connected now. `unwritten`: what was seen here and isn't in the store yet. */
  list(): { platform: string; isPolled: boolean; unwritten: ConnectionSeen; token: TokenState }[]
  flush(): Promise<void>
}

/** `turnedAway`: how many deliveries in which minute, not in the store yet. */
type Watched = { unwritten: ConnectionSeen; token: TokenState; turnedAway: Map<number, number> }

export function createConnectionWatch(
  { store }: { store: Pick<Store, 'write'> },
  connectors: ReadonlyMap<string, Pick<Connector, 'pull' | 'webhook'>>,
): ConnectionWatch {
  const watched = new Map<string, Watched>()
  const watch = (platform: string): Watched => {
    const known = watched.get(platform)
    if (known) return known
    const one: Watched = { unwritten: unseen, token: 'unknown', turnedAway: new Map() }
    watched.set(platform, one)
    return one
  }
  const note = (platform: string, seen: Partial<ConnectionSeen>) => {
    if (!connectors.has(platform)) return
    const one = watch(platform)
    one.unwritten = together(one.unwritten, { ...unseen, ...seen })
  }
  let flushing = Promise.resolve()
  const write = async () => {
    const sent = [...watched].flatMap(([platform, one]) =>
      one.unwritten === unseen && one.turnedAway.size === 0
        ? []
        : [{ platform, one, seen: one.unwritten, turnedAway: [...one.turnedAway] }],
    )
    if (sent.length === 0) return
    const connections = sent.map(({ platform, seen, turnedAway }) => ({ platform, seen, turnedAway }))
    await store.write<'record-connections'>({ kind: 'record-connections', connections })
    for (const { one, seen, turnedAway } of sent) {
      for (const [minute, count] of turnedAway) addTo(one.turnedAway, minute, -count)
      const { unwritten } = one
      one.unwritten = unwritten === seen ? unseen : { ...unwritten, refused: unwritten.refused - seen.refused }
    }
  }
  return {
    noteTaken: (platform, { at, hasEvents, isRedelivery }) =>
      note(platform, {
        webhookAt: at,
        eventAt: hasEvents ? at : null,
        redeliveredAt: isRedelivery ? at : null,
      }),
    noteRefused: (platform, { at, isSignature }) =>
      note(platform, { refused: 1, signatureFailedAt: isSignature ? at : null }),
    noteTurnedAway(platform, { at }) {
      if (connectors.has(platform)) addTo(watch(platform).turnedAway, minuteOf(at), 1)
    },
    notePolled: (platform, { at, behind }) => note(platform, { polledAt: at, behind }),
    notePulled: (platform, { at }) => note(platform, { eventAt: at }),
    noteConflict: (platform, { at }) => note(platform, { conflictAt: at }),
    noteToken(platform, token) {
      watch(platform).token = token
    },
    list: () =>
      [...connectors].map(([platform, { pull, webhook }]) => {
        const { unwritten, token } = watch(platform)
        return { platform, isPolled: pull !== undefined && webhook === undefined, unwritten, token }
      }),
    // One after the other, so that nothing is counted twice.
    flush() {
      flushing = flushing.catch(() => undefined).then(write)
      return flushing
    },
  }
}

/** Combines two observations. */
export function together(one: ConnectionSeen, other: ConnectionSeen): ConnectionSeen {
  return {
    webhookAt: later(one.webhookAt, other.webhookAt),
    eventAt: later(one.eventAt, other.eventAt),
    redeliveredAt: later(one.redeliveredAt, other.redeliveredAt),
    signatureFailedAt: later(one.signatureFailedAt, other.signatureFailedAt),
    refused: one.refused + other.refused,
    polledAt: later(one.polledAt, other.polledAt),
    behind: (one.polledAt ?? 0) > (other.polledAt ?? 0) ? one.behind : other.behind,
    conflictAt: later(one.conflictAt, other.conflictAt),
  }
}

function addTo(counts: Map<number, number>, minute: number, count: number): void {
  const sum = (counts.get(minute) ?? 0) + count
  if (sum === 0) counts.delete(minute)
  else counts.set(minute, sum)
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

const unseen: ConnectionSeen = {
  webhookAt: null,
  eventAt: null,
  redeliveredAt: null,
  signatureFailedAt: null,
  refused: 0,
  polledAt: null,
  behind: null,
  conflictAt: null,
}

import type { OperatorReport } from '@innkeeper/contract'
import type { ConnectionSeen } from '../ports/connection-seen.ts'
import type { Connector } from '../ports/connector.ts'
import type { Store } from '../ports/store.ts'

export type TokenState = OperatorReport['connections'][number]['token']

/**
 * Sees how the connections to platforms fare. Notes are kept in memory and written every few seconds: a webhook never waits for
 * them.
 */
export type ConnectionWatch = {
  noteTaken(platform: string, webhook: { at: number; hasEvents: boolean; isRedelivery: boolean }): void
  noteRefused(platform: string, refused: { at: number; isSignature: boolean }): void
  noteToken(platform: string, token: TokenState): void
  /** Those that the settings connect us to. */
  list(): { platform: string; seen: ConnectionSeen; token: TokenState }[]
  flush(): Promise<void>
}

type Watched = { seen: ConnectionSeen; token: TokenState; isChanged: boolean }

/** Goes on from what was seen before the last stop. */
export async function openConnectionWatch(
  { store }: { store: Store },
  connectors: readonly Pick<Connector, 'platform'>[],
): Promise<ConnectionWatch> {
  const known = new Map((await store.listConnections()).map(({ platform, seen }) => [platform, seen]))
  const watched = new Map<string, Watched>()
  for (const { platform } of connectors) {
    watched.set(platform, { seen: { ...(known.get(platform) ?? unseen) }, token: 'unknown', isChanged: false })
  }
  const note = (platform: string, change: (seen: ConnectionSeen) => void) => {
    const one = watched.get(platform)
    if (!one) return
    change(one.seen)
    one.isChanged = true
  }
  return {
    noteTaken: (platform, { at, hasEvents, isRedelivery }) =>
      note(platform, (seen) => {
        seen.webhookAt = at
        if (hasEvents) seen.eventAt = at
        if (isRedelivery) seen.redeliveredAt = at
      }),
    noteRefused: (platform, { at, isSignature }) =>
      note(platform, (seen) => {
        seen.refused++
        if (isSignature) seen.signatureFailedAt = at
      }),
    noteToken(platform, token) {
      const one = watched.get(platform)
      if (one) one.token = token
    },
    list: () => [...watched].map(([platform, { seen, token }]) => ({ platform, seen, token })),
    async flush() {
      const changed = [...watched].filter(([, { isChanged }]) => isChanged)
      if (changed.length === 0) return
      for (const [, one] of changed) one.isChanged = false
      const connections = changed.map(([platform, { seen }]) => ({ platform, seen: { ...seen } }))
      try {
        await store.write<'record-connections'>({ kind: 'record-connections', connections })
      } catch (error) {
        for (const [, one] of changed) one.isChanged = true
        throw error
      }
    },
  }
}

const unseen: ConnectionSeen = {
  webhookAt: null,
  eventAt: null,
  redeliveredAt: null,
  signatureFailedAt: null,
  refused: 0,
}

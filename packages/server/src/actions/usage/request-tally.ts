import { dayOf } from '../../domain/day.ts'
import type { RequestCount } from '../../ports/commands/accounts.ts'
import type { Store } from '../../ports/store.ts'

/** Counts requests in memory and writes them every few seconds: a write for every read would be too expensive. */
export type RequestTally = {
  note(request: { keyId: string; userId: string; at: number }): void
  flush(): Promise<void>
}

export function createRequestTally({ store, timezone }: { store: Store; timezone: string }): RequestTally {
  let counts = new Map<string, RequestCount>()
  return {
    note({ keyId, userId, at }) {
      const day = dayOf(at, timezone)
      const known = counts.get(keyId)
      if (known && known.day === day) {
        known.count++
        known.lastUsedAt = at
      } else {
        // When the day changes, the old count moves to a key of its own.
        if (known) counts.set(`${keyId} ${known.day}`, known)
        counts.set(keyId, { keyId, userId, day, count: 1, lastUsedAt: at })
      }
    },
    async flush() {
      if (counts.size === 0) return
      const requests = [...counts.values()]
      counts = new Map()
      await store.write<'record-requests'>({ kind: 'record-requests', requests })
    },
  }
}

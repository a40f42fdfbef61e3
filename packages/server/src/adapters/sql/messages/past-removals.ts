import { subjectOfMessage } from '../../../domain/storage/erasure.ts'
import type { Sql } from '../sql.ts'
import { findRemoval } from '../storage/ledger.ts'

/** What was unsent before this store was restored from an older snapshot. */
export type PastRemovals = {
  /** Whether a message of this time might be one. Synchronous, because it is called for every message. */
  mayHold(at: number): boolean
  wasUnsent(tx: Sql, channelId: string, messageId: string): Promise<boolean>
}

/**
 * A platform may redeliver what was sent and unsent after the snapshot was made: there is no tombstone for it, only an entry in
 * the ledger. Without a restore there is nothing to look for, and no message costs a statement.
 */
export function createPastRemovals(): PastRemovals {
  /** Messages sent later can't have been unsent before. Undefined: not read yet. */
  let latest: number | undefined
  return {
    mayHold: (at) => latest === undefined || at <= latest,
    async wasUnsent(tx, channelId, messageId) {
      latest ??= await findLatest(tx)
      if (latest === Number.NEGATIVE_INFINITY) return false
      return (await findRemoval(tx, 'message', subjectOfMessage(channelId, messageId))) !== undefined
    },
  }
}

async function findLatest(tx: Sql): Promise<number> {
  const row = await tx.get<{ at: number | null }>('select max(at) as at from ledger_entries where repeated = 1')
  return row?.at ?? Number.NEGATIVE_INFINITY
}

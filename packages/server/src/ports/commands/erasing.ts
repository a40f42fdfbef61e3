import type { LedgerEntry } from '../../domain/storage/erasure.ts'
import type { Authority } from './authority.ts'
import type { MessageId } from './messages.ts'

/** Of erasing people and channels, and of the ledger. */
export type ErasingCommand =
  /** From its commit on the person has no name, no role and no key; their messages follow with `continue-erasure`. */
  | { kind: 'erase-person'; by: Authority; at: number; userId: string; channelId: string | null }
  /** The same everywhere, by the person. `confirm`: their display name. */
  | { kind: 'erase-self'; by: Authority; at: number; confirm: string }
  /** People and channels that were erased elsewhere, or since the snapshot that is restored, are erased here too. */
  | { kind: 'repeat-erasures'; at: number; entries: LedgerEntry[] }
  /** Of a store that is restored: messages that were unsent and keys that were revoked since. `repeat-removals` applies them. */
  | { kind: 'note-removals'; entries: LedgerEntry[] }
  /** Goes through the next `limit` messages, and first through all keys, and removes what the ledger names. */
  | { kind: 'repeat-removals'; at: number; after: MessageId | null; limit: number }
  /** Numbers entries of the ledger that have no number yet, `limit` at most. Only those are written to files. */
  | { kind: 'number-ledger'; limit: number }
  /**
   * For a restored store: waiting messages aren't sent, because they may have been sent since, and everyone is signed out,
   * because they may have signed out. `copiedAt`: when the snapshot was made.
   */
  | { kind: 'settle-restored'; at: number; copiedAt: number }
  /** One slice of the oldest open erasure. `limit`: how many messages are examined. */
  | { kind: 'continue-erasure'; at: number; limit: number }

/** What a slice removed. `after`: where to continue; null: it is complete. */
export type RemovalProgress = {
  messages: number
  versions: number
  mediaFiles: number
  keys: number
  after: MessageId | null
}

import { createHash } from 'node:crypto'

/** A line of the ledger: what was erased, unsent or revoked, without saying whom or what. */
export type LedgerEntry = {
  /** `message`: one that was unsent. `key`: one that was revoked. */
  kind: 'channel' | 'person' | 'message' | 'key'
  subject: string
  /** If a person was erased from one channel only. */
  channelSubject: string | null
  /** When. A person's messages up to then are erased. */
  at: number
}

/** As the store has it: the entries of a store are numbered in the order in which they are written to ledgers. */
export type NumberedEntry = LedgerEntry & { no: number }

/** Counts of what was erased. */
export type Erased = {
  messages: number
  versions: number
  mediaFiles: number
  mediaBytes: number
  /** Entries of people in channels: names, roles, pictures. */
  members: number
}

export const nothingErased: Erased = { messages: 0, versions: 0, mediaFiles: 0, mediaBytes: 0, members: 0 }

export function addErased(one: Erased, other: Partial<Erased>): Erased {
  const sum = { ...one }
  for (const name of Object.keys(other) as (keyof Erased)[]) sum[name] += other[name] ?? 0
  return sum
}

/**
 * The name of a person or channel in the ledger. The ledger outlives what was erased, so it must not reveal who it was; an id
 * from an older snapshot is recognised all the same. Ids of platforms are long and random.
 */
export function subjectOf(id: string): string {
  return createHash('sha256').update(`innkeeper erasure ${id}`).digest('hex')
}

/** Message ids are often sequential, so only the channel's id makes the hash impossible to guess. */
export function subjectOfMessage(channelId: string, messageId: string): string {
  return subjectOf(`message ${channelId} ${messageId}`)
}

export function subjectOfKey(keyId: string): string {
  return subjectOf(`key ${keyId}`)
}

import { createHash } from 'node:crypto'

/** A line of the ledger: what was erased, without saying whom. */
export type LedgerEntry = {
  kind: 'channel' | 'person'
  subject: string
  /** Where a person was erased from one channel only. */
  channelSubject: string | null
  /** What was said up to then is erased. */
  at: number
}

/** The receipt. */
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
 * The name of a person or channel in the ledger. The ledger outlives what was erased, so it must not say who it was; whoever
 * comes with an id, as an older backup does, is recognised all the same. Ids of platforms are long and drawn at random.
 */
export function subjectOf(id: string): string {
  return createHash('sha256').update(`innkeeper erasure ${id}`).digest('hex')
}

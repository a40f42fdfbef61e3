import { createHash } from 'node:crypto'

/**
 * Sums over messages, which differ if anything in one of them differs: an edit changes when it was edited, and everything else how many
 * there are. The store counts them in SQL, and an export while it reads: both must come to the same.
 */
export type MessageFigures = { count: number; bytes: number; mixed: number }

export const noFigures: MessageFigures = { count: 0, bytes: 0, mixed: 0 }

/** Keeps sums within 53 bits. A prime, so that what differs in one row rarely cancels out in the sum. */
export const prime = 1_000_000_007

/** For each message. `columns`: expressions of SQL. */
export const mixInSql = ({ seq, editedAt, bytes }: Record<'seq' | 'editedAt' | 'bytes', string>): string =>
  `(${seq} * 7919 + coalesce(${editedAt}, 0) % 1000003 * 31 + ${bytes}) % ${prime}`

export function mixOf({ seq, editedAt, bytes }: { seq: number; editedAt: number | null; bytes: number }): number {
  return (seq * 7919 + ((editedAt ?? 0) % 1_000_003) * 31 + bytes) % prime
}

export function addFigures(one: MessageFigures, other: MessageFigures): MessageFigures {
  return { count: one.count + other.count, bytes: one.bytes + other.bytes, mixed: (one.mixed + other.mixed) % prime }
}

export function digestOfFigures({ count, bytes, mixed }: MessageFigures): string {
  return createHash('sha256')
    .update(`${count} ${bytes} ${mixed % prime}`)
    .digest('hex')
}

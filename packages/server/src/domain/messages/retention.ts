// What a reader can see of a channel's messages: not what has expired, and perhaps not what was sent before they joined.

const dayMs = 86_400_000

/** How many days a message is kept: the owner's setting, up to the operator's limit. Null: without limit. */
export function keptDays(retentionDays: number | null, ceilingDays: number | null): number | null {
  if (retentionDays === null) return ceilingDays
  return ceilingDays === null ? retentionDays : Math.min(retentionDays, ceilingDays)
}

/** Messages sent before this time are hidden from every read, whether or not they have been deleted yet. */
export function expiredBefore(now: number, days: number | null): number {
  return days === null ? Number.MIN_SAFE_INTEGER : now - days * dayMs
}

type Reader = {
  joinedAt: number
  channel: { history: 'all' | 'since-joined'; historyFrom: number | null; retentionDays: number | null }
}

/** The earliest time this reader can see messages of. */
export function visibleFrom(reader: Reader, now: number, retentionCeilingDays: number | null): number {
  return Math.max(openFrom(reader), expiredBefore(now, keptDays(reader.channel.retentionDays, retentionCeilingDays)))
}

/**
 * The part of it that doesn't depend on the clock. Changing the history setting to `all` never shows earlier messages to people who
 * joined after they were sent.
 */
export function openFrom({ joinedAt, channel: { history, historyFrom } }: Reader): number {
  if (history === 'since-joined') return joinedAt
  return historyFrom === null ? Number.MIN_SAFE_INTEGER : Math.min(joinedAt, historyFrom)
}

/** Where unread messages start: after what was read, or with the first that the reader can see. Sequence numbers start at 1. */
export function unreadAfter(read: { time: number; seq: number }, from: number): { time: number; seq: number } {
  return read.time >= from ? read : { time: from, seq: 0 }
}

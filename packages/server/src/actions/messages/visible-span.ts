import { expiredBefore, keptDays } from '../../domain/messages/retention.ts'
import type { ChannelGrant } from '../access.ts'

type Reader = { joinedAt: number; channel: Pick<ChannelGrant['channel'], 'history' | 'historyFrom' | 'retentionDays'> }

/** Since when this caller may read: what has expired is gone, and what was said before joining may be closed. */
export function visibleFrom(reader: Reader, now: number, retentionCeilingDays: number | null): number {
  return Math.max(openFrom(reader), expiredBefore(now, keptDays(reader.channel.retentionDays, retentionCeilingDays)))
}

/**
 * The part of it that does not move with the clock. Widening the history opens what is said from then on, never what was said before to
 * people who joined after it.
 */
export function openFrom({ joinedAt, channel: { history, historyFrom } }: Reader): number {
  if (history === 'since-joined') return joinedAt
  return historyFrom === null ? Number.MIN_SAFE_INTEGER : Math.min(joinedAt, historyFrom)
}

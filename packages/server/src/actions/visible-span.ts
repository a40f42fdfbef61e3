import { expiredBefore, keptDays } from '../domain/retention.ts'
import type { ChannelGrant } from './access.ts'

/** Since when this caller may read: what has expired is gone, and what was said before joining may be closed. */
export function visibleFrom(grant: ChannelGrant, now: number, retentionCeilingDays: number | null): number {
  return Math.max(openFrom(grant), expiredBefore(now, keptDays(grant.channel.retentionDays, retentionCeilingDays)))
}

/** The part of it that does not move with the clock. */
export function openFrom(grant: ChannelGrant): number {
  return grant.channel.history === 'since-joined' ? grant.joinedAt : Number.MIN_SAFE_INTEGER
}

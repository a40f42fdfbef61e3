import type { QueryOf, RetentionPreview, Routes } from '@innkeeper/contract'
import { dayOf } from '../../domain/day.ts'
import { expiredBefore, keptDays } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

/** What the clean-up would delete now if messages were kept for this many days. */
export async function previewRetention(
  { store, clock, retentionCeilingDays: ceilingDays }: Deps,
  { channel: { channelNo } }: ChannelGrant,
  query: QueryOf<Routes['previewRetention']>,
): Promise<RetentionPreview> {
  const requested = query.days ?? null
  if (ceilingDays !== null && requested !== null && requested > ceilingDays) {
    throw invalid(`days must be at most ${ceilingDays}, the limit of this service`)
  }
  const days = keptDays(requested, ceilingDays)
  if (days === null) return { days, ceilingDays, messages: 0, mediaFiles: 0, mediaBytes: 0, oldestDay: null }
  const before = expiredBefore(clock(), days)
  const { settings } = await store.getChannel(channelNo)
  const counts = await store.countExpired(channelNo, before)
  return { days, ceilingDays, ...counts, oldestDay: dayOf(before, settings.timezone) }
}

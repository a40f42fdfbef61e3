import type { QueryOf, Routes } from '@innkeeper/contract'
import { dayOf, dayRange } from '../../domain/day.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { Search } from '../search/search.ts'

type Deps = { store: Store; clock: Clock; search: Search }

const weekMs = 7 * 86_400_000

/** What stood out since a moment: where the caller read last, midnight, or a week ago. */
export async function getDigest(
  { store, clock, search }: Deps,
  grant: ChannelGrant,
  { since = 'read' }: QueryOf<Routes['getDigest']>,
): Promise<Buffer> {
  const { channelNo, timezone } = grant.channel
  const now = clock()
  const starts = {
    read: async () => (await store.findReadPosition(channelNo, grant.userId))?.time ?? now - weekMs,
    today: async () => dayRange(dayOf(now, timezone), timezone).start,
    week: async () => now - weekMs,
  }
  // What was read last isn't new.
  const from = (await starts[since]()) + (since === 'read' ? 1 : 0)
  return await search(grant, { kind: 'digest', from, to: now + 1 })
}

import type { OnThisDay, QueryOf, Routes } from '@innkeeper/contract'
import { dayOf } from '../../domain/day.ts'
import { listEarlierDays } from '../../domain/messages/on-this-day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { itemsBytes } from '../list-page.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineMessage } from './timeline.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }

/** Asks the store for nothing but the first day if the backup is younger than a year. */
export async function getOnThisDay(
  { store, clock, pictures, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['getOnThisDay']>,
): Promise<Buffer> {
  const { channelNo, timezone } = grant.channel
  const now = clock()
  const date = query.date ?? dayOf(now, timezone)
  const from = visibleFrom(grant, now, retentionCeilingDays)
  const ends = await store.findEnds(channelNo, from)
  const days = ends
    ? listEarlierDays(date, dayOf(ends.first, timezone), timezone).filter(({ end }) => end > ends.first)
    : []
  const spans = days.map(({ start, end }) => ({ from: Math.max(start, from), to: end }))
  const found = await store.readMemories(channelNo, spans)
  const years = days.flatMap((day, index) => {
    const messages = (found[index] ?? []).map((record) =>
      renderTimelineMessage(record, { pictures, visibleFrom: from }),
    )
    return messages.length === 0 ? [] : [`{"date":"${day.date}","messages":[${messages.join(',')}]}`]
  })
  return itemsBytes<OnThisDay>('years', years, { date, timezone })
}

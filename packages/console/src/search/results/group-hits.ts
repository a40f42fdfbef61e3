import type { SearchHit, TimelineItem } from '@innkeeper/contract'
import { keyOfHit, timeOfHit } from '../../channel/hits.ts'

export type NeighborItem = Exclude<TimelineItem, { kind: 'gap' }>

/** A hit with what to show above and below it. */
export type ListedHit<Hit extends SearchHit = SearchHit> = {
  hit: Hit
  before: NeighborItem | undefined
  after: NeighborItem | undefined
}

export type DayOfHits<Hit extends SearchHit> = { day: string; hits: ListedHit<Hit>[] }

/** Hits under a heading: those that contain the words as typed, and those that differ in accents. Without accents, only one. */
export type HitSection<Hit extends SearchHit> = { isExact: boolean; days: DayOfHits<Hit>[] }

/** `keyOf` tells items of several channels apart. Hits of each section are latest first. */
export function groupHits<Hit extends SearchHit>(
  hits: readonly Hit[],
  { dayOf, channelOf }: { dayOf: (at: string) => string; channelOf: (hit: Hit) => string },
): HitSection<Hit>[] {
  const sections: HitSection<Hit>[] = []
  for (const listed of withoutRepeats(hits, channelOf)) {
    const { hit } = listed
    let section = sections.at(-1)
    if (section?.isExact !== hit.exact) {
      section = { isExact: hit.exact, days: [] }
      sections.push(section)
    }
    const day = dayOf(timeOfHit(hit.item))
    const last = section.days.at(-1)
    if (last?.day === day) last.hits.push(listed)
    else section.days.push({ day, hits: [listed] })
  }
  return sections
}

/** A neighbor that is a hit itself, or that was shown with the hit before, is not shown again. */
function withoutRepeats<Hit extends SearchHit>(
  hits: readonly Hit[],
  channelOf: (hit: Hit) => string,
): ListedHit<Hit>[] {
  const name = (hit: Hit, item: SearchHit['item']) => `${channelOf(hit)} ${keyOfHit(item)}`
  const shown = new Set(hits.map((hit) => name(hit, hit.item)))
  const take = (hit: Hit, item: TimelineItem | null | undefined): NeighborItem | undefined => {
    // Other kinds than these are no text that anyone wrote.
    if (item?.kind !== 'message' && item?.kind !== 'answer') return undefined
    if (shown.has(name(hit, item))) return undefined
    shown.add(name(hit, item))
    return item
  }
  return hits.map((hit) => ({ hit, before: take(hit, hit.before), after: take(hit, hit.after) }))
}

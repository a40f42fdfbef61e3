import type { SearchHit, TimelineItem } from '@innkeeper/contract'
import { keyOfHit, timeOfHit } from '../../channel/hits.ts'

export type NeighborItem = Exclude<TimelineItem, { kind: 'gap' }>

/** A hit with what to show above and below it. */
export type ListedHit<Hit extends SearchHit = SearchHit> = {
  hit: Hit
  before: NeighborItem | undefined
  after: NeighborItem | undefined
}

type DayOfHits<Hit extends SearchHit> = { day: string; hits: ListedHit<Hit>[] }

/** Hits under a heading: those that contain the words as typed, and those that differ in accents. Without accents, only one. */
type HitSection<Hit extends SearchHit> = { isExact: boolean; days: DayOfHits<Hit>[] }

/** `keyOf` tells items of several channels apart. Hits of each section are latest first. */
export function groupHits<Hit extends SearchHit>(
  hits: readonly Hit[],
  { dayOf, channelOf }: { dayOf: (at: string) => string; channelOf: (hit: Hit) => string },
): HitSection<Hit>[] {
  const sections: HitSection<Hit>[] = []
  for (const one of withoutRepeats(hits, channelOf)) {
    const { hit } = one
    let section = sections.at(-1)
    if (section?.isExact !== hit.exact) {
      section = { isExact: hit.exact, days: [] }
      sections.push(section)
    }
    const day = dayOf(timeOfHit(hit.item))
    const last = section.days.at(-1)
    if (last?.day === day) last.hits.push(one)
    else section.days.push({ day, hits: [one] })
  }
  return sections
}

/** A neighbor that is a hit itself is not shown twice. */
function withoutRepeats<Hit extends SearchHit>(
  hits: readonly Hit[],
  channelOf: (hit: Hit) => string,
): ListedHit<Hit>[] {
  const name = (hit: Hit, item: SearchHit['item']) => `${channelOf(hit)} ${keyOfHit(item)}`
  const listed = new Set(hits.map((hit) => name(hit, hit.item)))
  const take = (hit: Hit, item: TimelineItem | null | undefined): NeighborItem | undefined => {
    // Other kinds than these are no text that anyone wrote.
    if (item?.kind !== 'message' && item?.kind !== 'answer') return undefined
    return listed.has(name(hit, item)) ? undefined : item
  }
  return hits.map((hit) => ({ hit, before: take(hit, hit.before), after: take(hit, hit.after) }))
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { latestFirst } from '../domain/search/latest-first.ts'
import type { Place } from '../ports/place.ts'
import type { CandidateLook, MessageRecord } from '../ports/reading.ts'
import type { Store } from '../ports/store.ts'

/**
 * Messages that may hold the words, the latest first: those of the index and those that are not in it yet, each once. Goes
 * on slice by slice, and others have their turn between two slices.
 */
export async function* walkCandidates(
  store: Store,
  channelNo: number,
  look: CandidateLook,
  unindexed: readonly Place[],
): AsyncGenerator<MessageRecord[], void> {
  const { from, to, limit } = look
  let { before } = look
  const waiting = unindexed.filter((place) => place.time >= from && place.time < to && isBeyond(place, before))
  for (let next = 0; ; ) {
    const indexed = await store.listCandidates(channelNo, { ...look, before })
    const late = waiting.slice(next, next + limit)
    const hasMoreLate = next + late.length < waiting.length
    // Both lists are known as far as the shorter one reaches.
    const bound = latestOf(indexed.isEnd ? undefined : indexed.places.at(-1), hasMoreLate ? late.at(-1) : undefined)
    const isKnown = (place: Place) => !bound || !isBeyond(place, bound)
    const places = [...indexed.places, ...late].filter(isKnown).sort(latestFirst)
    yield await store.listTimelineMessages(channelNo, places.filter(isFirstOfItsKind))
    if (!bound) return
    next += late.filter(isKnown).length
    before = bound
    await nextTurn()
  }
}

/** What is indexed while somebody looks is met twice. */
function isFirstOfItsKind({ time, seq }: Place, at: number, places: Place[]): boolean {
  const previous = places[at - 1]
  return previous?.time !== time || previous.seq !== seq
}

/** Whether a place comes later in this direction, which is earlier in time. */
function isBeyond(place: Place, bound: Place | undefined): boolean {
  return !bound || latestFirst(bound, place) < 0
}

function latestOf(one: Place | undefined, other: Place | undefined): Place | undefined {
  if (!one || !other) return one ?? other
  return latestFirst(one, other) < 0 ? one : other
}

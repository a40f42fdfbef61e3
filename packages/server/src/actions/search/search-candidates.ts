import { setImmediate as nextTurn } from 'node:timers/promises'
import { latestFirst } from '../../domain/search/doc-number.ts'
import type { CandidateQuery, MessagePosition, StoredMessage } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'

/**
 * Messages that may contain the words, latest first: those in the index and those that aren't indexed yet, each once. Works
 * slice by slice, so that others get their turn.
 */
export async function* walkCandidates(
  store: Pick<Store, 'listCandidates' | 'listStoredMessages'>,
  channelNo: number,
  look: CandidateQuery,
  unindexed: readonly MessagePosition[],
): AsyncGenerator<StoredMessage[], void> {
  const { from, to, limit } = look
  let { before } = look
  const waiting = unindexed.filter(
    (position) => position.time >= from && position.time < to && isBeyond(position, before),
  )
  for (let next = 0; ; ) {
    const indexed = await store.listCandidates(channelNo, { ...look, before })
    const late = waiting.slice(next, next + limit)
    const hasMoreLate = next + late.length < waiting.length
    // Both lists are known as far as the shorter one reaches.
    const end = indexed.isEnd ? undefined : indexed.messages.at(-1)?.position
    const bound = latestOf(end, hasMoreLate ? late.at(-1) : undefined)
    const isKnown = (position: MessagePosition) => !bound || !isBeyond(position, bound)
    const positions = late.filter(isKnown)
    if (late.length === 0) yield indexed.messages
    else {
      const stored = await store.listStoredMessages(channelNo, positions)
      yield merge(
        indexed.messages.filter(({ position }) => isKnown(position)),
        stored,
      )
    }
    if (!bound) return
    next += positions.length
    before = bound
    await nextTurn()
  }
}

/** A message that is indexed during the search is found twice. */
function merge(some: StoredMessage[], others: StoredMessage[]): StoredMessage[] {
  const all = [...some, ...others].sort((one, other) => latestFirst(one.position, other.position))
  return all.filter(({ position }, at) => {
    const previous = all[at - 1]?.position
    return previous?.time !== position.time || previous.seq !== position.seq
  })
}

/** Whether a position comes later in this direction, which is earlier in time. */
function isBeyond(position: MessagePosition, bound: MessagePosition | undefined): boolean {
  return !bound || latestFirst(bound, position) < 0
}

function latestOf(one: MessagePosition | undefined, other: MessagePosition | undefined): MessagePosition | undefined {
  if (!one || !other) return one ?? other
  return latestFirst(one, other) < 0 ? one : other
}

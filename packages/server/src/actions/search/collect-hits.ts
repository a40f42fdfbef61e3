import { type HitPosition, inHitOrder, justBefore, type Order } from './hit-order.ts'
import type { Hit, Source } from './search-sources.ts'

/** How much one request may still examine. Then it returns what it has, and a cursor to continue. */
export type Budget = { left: number }

/** How many hits are still needed, so that a source reads no more. */
export type Demand = { missing: number }

/** A slice costs about as much as examining this many messages. */
const sliceCost = 10

type Collect = {
  order: Order
  limit: number
  budget: Budget
  demand: Demand
  /** Whether a hit belongs to this list. */
  accepts(hit: Hit): boolean
}

type Head = { slices: Source['slices']; hits: Hit[]; to: HitPosition | undefined }

/**
 * Merges sources in order. `goOn`: everything up to this position was examined, and there may be more; undefined at the end.
 * A source is read only when its next hit could come next, so that old channels cost nothing.
 */
export async function collectHits(
  sources: readonly Source[],
  { order, limit, budget, demand, accepts }: Collect,
): Promise<{ hits: Hit[]; goOn: HitPosition | undefined }> {
  const heads = new Set(sources.map(({ start, slices }): Head => ({ slices, hits: [], to: start })))
  const hits: Hit[] = []
  for (;;) {
    const head = nearest(heads, order)
    if (!head) return { hits, goOn: undefined }
    const hit = head.hits.shift()
    if (hit) {
      if (head.hits.length === 0 && !head.to) heads.delete(head)
      if (!accepts(hit)) continue
      if (hits.length === limit) return { hits, goOn: justBefore(hit.position, order) }
      hits.push(hit)
      continue
    }
    if (budget.left <= 0) return { hits, goOn: head.to }
    demand.missing = limit - hits.length
    const { value: slice } = await head.slices.next()
    if (!slice) heads.delete(head)
    else {
      budget.left -= slice.looked + sliceCost
      head.hits = slice.hits
      head.to = slice.to
      if (slice.hits.length === 0 && !slice.to) heads.delete(head)
    }
  }
}

/** Whose next hit comes first, or could. */
function nearest(heads: ReadonlySet<Head>, order: Order): Head | undefined {
  let found: Head | undefined
  let next: HitPosition | undefined
  for (const head of heads) {
    const position = head.hits[0]?.position ?? head.to
    if (position && (!next || inHitOrder[order](position, next) < 0)) {
      found = head
      next = position
    }
  }
  return found
}

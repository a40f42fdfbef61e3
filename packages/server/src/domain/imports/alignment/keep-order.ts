import { matchLine, type OpenLine, type OpenLive } from './open-entries.ts'

/** A line and a live message that may be the same, by their places in a block. `before` is the pair that precedes it in a chain. */
type Pair = { line: number; live: number; isById: boolean; weight: number; before?: Pair; total: number }

const sameMinuteWeight = 5
const nextMinuteWeight = 4
/** An ID is certain, so it outweighs everything else in a block. */
const idWeight = 1_000

/**
 * The most comparisons by order, of one content and in a block. For people who say "ok" a thousand times a minute, there would be
 * millions. What is beyond that is matched afterwards without its neighbours. That finds just as many messages. Only which of several
 * equal ones is missing is then less certain.
 */
const mostPairsOfContent = 2_500
const mostPairs = 100_000

/**
 * Matches lines with live messages in the heaviest way that keeps the order of both: the same person and content, at most a minute
 * apart. The same minute weighs more. What has the same ID is matched even if it doesn't keep the order.
 */
export function matchInOrder(lines: readonly OpenLine[], live: readonly OpenLive[]): void {
  const byId = pairsById(lines, live)
  const pairs = [...byId, ...pairsByContent(lines, live)]
  for (const { line, live: other, isById } of heaviestChain(pairs, live.length)) {
    const open = lines[line]
    const candidate = live[other]
    if (!open || !candidate) continue
    open.anchor = candidate.message.at
    if (!isById) matchLine(open, candidate, 'order')
  }
}

function pairsById(lines: readonly OpenLine[], live: readonly OpenLive[]): Pair[] {
  if (!lines.some(({ line }) => line.sourceId !== undefined)) return []
  const places = new Map(live.map(({ message }, place) => [message.id, place]))
  const pairs: Pair[] = []
  for (const [place, open] of lines.entries()) {
    const other = open.line.sourceId === undefined ? undefined : places.get(open.line.sourceId)
    const candidate = other === undefined ? undefined : live[other]
    if (other === undefined || !candidate || candidate.isMatched) continue
    matchLine(open, candidate, 'id')
    pairs.push({ line: place, live: other, isById: true, weight: idWeight, total: 0 })
  }
  return pairs
}

function pairsByContent(lines: readonly OpenLine[], live: readonly OpenLive[]): Pair[] {
  const shared = placesByKey(lines, live)
  const pairs: Pair[] = []
  for (const [place, open] of lines.entries()) {
    if (open.decision) continue
    if (pairs.length > mostPairs) break
    for (const key of open.keys) addPairs(pairs, place, open, shared.get(key), live)
  }
  return pairs
}

type Places = { lines: number; live: number[] }

function placesByKey(lines: readonly OpenLine[], live: readonly OpenLive[]): Map<string, Places> {
  const places = new Map<string, Places>()
  for (const { keys, decision } of lines) {
    if (decision) continue
    for (const key of keys) {
      const known = places.get(key)
      if (known) known.lines++
      else places.set(key, { lines: 1, live: [] })
    }
  }
  for (const [place, { keys, isMatched }] of live.entries())
    if (!isMatched) for (const key of keys) places.get(key)?.live.push(place)
  return places
}

function addPairs(
  pairs: Pair[],
  place: number,
  { minute }: OpenLine,
  candidates: Places | undefined,
  live: readonly OpenLive[],
): void {
  if (!candidates || candidates.lines * candidates.live.length > mostPairsOfContent) return
  for (const other of candidates.live) {
    const apart = Math.abs((live[other]?.minute ?? Number.NaN) - minute)
    if (!(apart <= 1)) continue
    const weight = apart === 0 ? sameMinuteWeight : nextMinuteWeight
    pairs.push({ line: place, live: other, isById: false, weight, total: 0 })
  }
}

/**
 * The heaviest pairs in which both sides only go forward. A binary indexed tree over the live messages has the heaviest chain that ends
 * at or before each of them.
 */
function heaviestChain(pairs: Pair[], liveCount: number): Pair[] {
  // The later live message first, so that no line is in a chain twice.
  pairs.sort((one, other) => one.line - other.line || other.live - one.live)
  const tree: (Pair | undefined)[] = Array.from({ length: liveCount + 1 })
  let heaviest: Pair | undefined
  for (const pair of pairs) {
    const before = bestUpTo(tree, pair.live)
    pair.total = pair.weight + (before?.total ?? 0)
    if (before) pair.before = before
    enter(tree, pair)
    if (!heaviest || pair.total > heaviest.total) heaviest = pair
  }
  const chain: Pair[] = []
  for (let pair = heaviest; pair; pair = pair.before) chain.push(pair)
  return chain
}

/** The heaviest chain that ends before the live message at `place`. */
function bestUpTo(tree: readonly (Pair | undefined)[], place: number): Pair | undefined {
  let best: Pair | undefined
  for (let at = place; at > 0; at -= at & -at) {
    const pair = tree[at]
    if (pair && (!best || pair.total > best.total)) best = pair
  }
  return best
}

function enter(tree: (Pair | undefined)[], pair: Pair): void {
  for (let at = pair.live + 1; at < tree.length; at += at & -at) {
    const known = tree[at]
    if (!known || pair.total > known.total) tree[at] = pair
  }
}

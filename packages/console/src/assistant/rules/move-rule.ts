import { type Rule, ruleLimits } from '@innkeeper/contract'

/** What decides the order: the highest priority first, then the oldest rule. */
export type RankedRule = Pick<Rule, 'id' | 'priority' | 'createdAt'>

export type PriorityChange = { id: string; priority: number }

/** The gap to leave at the ends of the list, so that the next rule moved there fits without changing others. */
const gapAtEnds = 10

/**
 * The fewest priority changes that move the rule at `from` to `to`. `rules` are in order. Finds the smallest range around
 * the new position that fits between the two unchanged neighbours.
 */
export function moveRule(rules: readonly RankedRule[], from: number, to: number): PriorityChange[] {
  const moved = rules[from]
  if (!moved || from === to) return []
  const wanted = rules.toSpliced(from, 1).toSpliced(to, 0, moved)
  const drops = countDrops(wanted, rules)
  for (let size = 1; size <= wanted.length; size++) {
    for (let first = Math.max(0, to - size + 1); first <= Math.min(to, wanted.length - size); first++) {
      const gap = gapOf(wanted, drops, first, first + size)
      if (gap.slack >= 0) return assign(wanted, drops, first, first + size, gap)
    }
  }
  return []
}

/**
 * For each rule, how far its priority must be below that of the first rule: one step lower whenever a rule is older than
 * the one before it.
 */
function countDrops(wanted: readonly RankedRule[], rules: readonly RankedRule[]): number[] {
  const ranks = new Map(rules.map(({ id }, index) => [id, index]))
  // For rules created in the same second, the order is only known if their priorities are equal.
  const mayBeOlder = (one: RankedRule, other: RankedRule) => {
    if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt
    return one.priority !== other.priority || (ranks.get(one.id) ?? 0) < (ranks.get(other.id) ?? 0)
  }
  const drops = [0]
  for (const [index, rule] of wanted.entries()) {
    const before = wanted[index - 1]
    if (before) drops.push((drops.at(-1) ?? 0) + Number(mayBeOlder(rule, before)))
  }
  return drops
}

type PriorityGap = { top: number; bottom: number; slack: number; isOpenAbove: boolean; isOpenBelow: boolean }

/** The gap between the rule before `first` and the one at `end`, which both stay unchanged. */
function gapOf(wanted: readonly RankedRule[], drops: readonly number[], first: number, end: number): PriorityGap {
  const above = wanted[first - 1]
  const below = wanted[end]
  const top = above?.priority ?? ruleLimits.priority
  const bottom = below?.priority ?? -ruleLimits.priority
  const needed = (drops[below ? end : end - 1] ?? 0) - (drops[above ? first - 1 : first] ?? 0)
  return { top, bottom, slack: top - bottom - needed, isOpenAbove: !above, isOpenBelow: !below }
}

function assign(
  wanted: readonly RankedRule[],
  drops: readonly number[],
  first: number,
  end: number,
  { top, bottom, slack, isOpenAbove, isOpenBelow }: PriorityGap,
): PriorityChange[] {
  const size = end - first
  const even = Math.floor(slack / (size + 1))
  const step = isOpenAbove || isOpenBelow ? Math.min(gapAtEnds, even) : even
  const changes: PriorityChange[] = []
  for (let index = first; index < end; index++) {
    const rule = wanted[index]
    if (!rule) continue
    const down = (drops[index] ?? 0) - (drops[isOpenAbove ? first : first - 1] ?? 0) + step * (index - first + 1)
    const up = (drops[isOpenBelow ? end - 1 : end] ?? 0) - (drops[index] ?? 0) + step * (end - index)
    const priority = isOpenAbove && !isOpenBelow ? bottom + up : (isOpenAbove ? gapAtEnds : top) - down
    if (priority !== rule.priority) changes.push({ id: rule.id, priority })
  }
  return changes
}

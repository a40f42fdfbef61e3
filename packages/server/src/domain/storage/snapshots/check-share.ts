import type { StoredPart } from './snapshot-index.ts'

const dayMs = 86_400_000
/** Everything is read again within 30 days. A few days are left for nights on which nothing could be read. */
const cycleDays = 26

/** How far the reading of a place has come: after this name, in a cycle that began then. */
export type CheckProgress = { after: string; cycleBegunAt: number }

/** What to read now, in the order of names, and how far the reading has come with it. */
export type CheckShare = { parts: StoredPart[]; progress: CheckProgress; isCycleOver: boolean }

/**
 * The next share of everything that kept snapshots refer to. What is left of a cycle is spread over the days that are left of it,
 * so that missed nights are made up for.
 */
export function planCheckShare(parts: readonly StoredPart[], progress: CheckProgress, now: number): CheckShare {
  const inOrder = parts.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const rest = inOrder.filter(({ name }) => name > progress.after)
  const passedDays = Math.max(0, Math.floor((now - progress.cycleBegunAt) / dayMs))
  const shareBytes = sizeOf(rest) / Math.max(1, cycleDays - passedDays)
  const taken: StoredPart[] = []
  for (let bytes = 0; bytes < shareBytes || (taken.length === 0 && rest.length > 0); ) {
    const next = rest[taken.length]
    if (!next) break
    taken.push(next)
    bytes += next.sizeBytes
  }
  const isCycleOver = taken.length === rest.length
  const after = taken.at(-1)?.name ?? progress.after
  return {
    parts: taken,
    progress: isCycleOver ? { after: '', cycleBegunAt: now } : { after, cycleBegunAt: progress.cycleBegunAt },
    isCycleOver,
  }
}

function sizeOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

import type { LedgerDay } from '@innkeeper/contract'
import { timeOf } from '../timeline/conversation.ts'
import type { Row } from '../timeline/rows.ts'
import { type Gap, noGaps, type PlacedGaps } from './placed-gaps.ts'

/** What began before the first message of a day is in the note below its heading. Everything else is where its time belongs. */
export const beganBefore = (gap: Gap, first: string) => Date.parse(gap.from) < Date.parse(first)

type Place = { dayOf(at: string): string; isToEnd: boolean }

/** Puts each gap below the last row of its first day that isn't later than its beginning. */
export function placeGaps(rows: readonly Row[], days: readonly LedgerDay[], { dayOf, isToEnd }: Place): PlacedGaps {
  const placed = new Map<string, Gap[]>()
  for (const { date, state, gaps } of days) {
    if (state !== 'partly' && state !== 'closed') continue
    for (const gap of gaps) {
      if (dayOf(gap.from) !== date) continue
      const at = rows.findLastIndex((row) => row.day === date && !beganBefore(gap, timeOf(row.entries[0].item)))
      const row = rows[at]
      // What comes after the last row may not be loaded yet.
      if (row && (at < rows.length - 1 || isToEnd)) placed.set(row.key, [...(placed.get(row.key) ?? []), gap])
    }
  }
  return placed.size > 0 ? placed : noGaps
}

import { addDays, dayOf } from '../../domain/day.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CountFigures, Figures } from '../../ports/storage/figures.ts'

/** Counting scans whole tables, and a page polls every few seconds. */
const figuresLastMs = 60_000
const reportedDays = [7, 30]

type Deps = { clock: Clock; timezone: string; countFigures: CountFigures }

/** `countedAt`: when the counting started. */
type Counted = { figures: Figures; countedAt: number }

/**
 * Requests during a count, however long that takes, wait for the same count. A failed one isn't cached. `lastMs`: how old it may
 * be.
 */
export function cacheFigures({ clock, timezone, countFigures }: Deps): (lastMs?: number) => Promise<Counted> {
  let last: { endedAt: number; counted: Promise<Counted> } | undefined
  return (lastMs = figuresLastMs) => {
    const at = clock()
    if (last && at - last.endedAt < lastMs) return last.counted
    const today = dayOf(at, timezone)
    const since = reportedDays.map((days) => addDays(today, 1 - days))
    const counted = countFigures(since).then((figures) => ({ figures, countedAt: at }))
    const current = { endedAt: Number.POSITIVE_INFINITY, counted }
    last = current
    counted.then(
      () => {
        current.endedAt = clock()
      },
      () => {
        if (last === current) last = undefined
      },
    )
    return counted
  }
}

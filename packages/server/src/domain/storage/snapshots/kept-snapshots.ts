import { Temporal } from 'temporal-polyfill'
import { compareSnapshots } from './snapshot-index.ts'

/** How many snapshots stay: the last one of each of that many days, weeks and months. */
export type SnapshotKeep = { daily: number; weekly: number; monthly: number }

const most = 999
/** Less than a day, so that it adds nothing to snapshots that are made every day. */
const recentMs = 20 * 3_600_000

/** Parses `7 daily, 4 weekly, 6 monthly`, in any order, of which some can be left out; undefined if it is anything else. */
export function readSnapshotKeep(text: string): SnapshotKeep | undefined {
  const keep: SnapshotKeep = { daily: 0, weekly: 0, monthly: 0 }
  const seen = new Set<string>()
  for (const part of text.split(',')) {
    const [, count = '', kind = ''] = /^\s*(\d{1,3}) (daily|weekly|monthly)\s*$/.exec(part) ?? []
    if (kind === '' || seen.has(kind)) return undefined
    seen.add(kind)
    keep[kind as keyof SnapshotKeep] = Math.min(Number(count), most)
  }
  return keep.daily + keep.weekly + keep.monthly > 0 ? keep : undefined
}

/**
 * The snapshots to keep. Periods without a snapshot don't count, so nothing is removed only because time passes. The newest one
 * always stays, and so do those of the hours before it, such as one that was made by hand before an upgrade.
 */
export function decideKept<T extends { number: number; at: number }>(
  snapshots: readonly T[],
  keep: SnapshotKeep,
  timezone: string,
): Set<T> {
  const newestFirst = snapshots.toSorted((one, other) => compareSnapshots(other, one))
  const [newest] = newestFirst
  const kept = new Set<T>(newestFirst.filter(({ at }) => newest && Math.abs(newest.at - at) < recentMs))
  for (const kind of ['daily', 'weekly', 'monthly'] as const) {
    const periods = new Set<string>()
    for (const snapshot of newestFirst) {
      const period = periodOf(snapshot.at, kind, timezone)
      if (periods.has(period)) continue
      if (periods.size >= keep[kind]) break
      periods.add(period)
      kept.add(snapshot)
    }
  }
  return kept
}

function periodOf(at: number, kind: keyof SnapshotKeep, timezone: string): string {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate()
  if (kind === 'daily') return day.toString()
  if (kind === 'monthly') return day.toPlainYearMonth().toString()
  return `${day.yearOfWeek} week ${day.weekOfYear}`
}

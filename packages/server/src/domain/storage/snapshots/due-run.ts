import type { SnapshotRun } from './snapshot-run.ts'
import { findLastSlot, type SnapshotSchedule } from './snapshot-schedule.ts'

/** After a failure it is tried again, until one succeeds. */
const retryAfterMs = 3_600_000
/**
 * A clock that is set back a little must not cause a second run on the same day. Runs that are further in the future were recorded while
 * a clock was wrong, and waiting for them would mean no snapshots for as long.
 */
const clockToleranceMs = 26 * 3_600_000

type Look = { schedule: SnapshotSchedule; runs: readonly SnapshotRun[]; now: number; timezone: string }

/** Whether the work of these runs is to be done now. A time that passed while nothing ran is made up for, and the first is at once. */
export function isRunDue({ schedule, runs, now, timezone }: Look): boolean {
  const slot = findLastSlot(schedule, now, timezone)
  const past = runs.filter(({ begunAt }) => begunAt <= now + clockToleranceMs)
  if (past.some((run) => run.begunAt >= slot && hasEnded(run))) return false
  return past.every(({ begunAt }) => Math.abs(now - begunAt) >= retryAfterMs)
}

/** A drill needs a snapshot that was there at its time. */
export function isDrillDue(look: Look & { snapshots: readonly SnapshotRun[] }): boolean {
  const slot = findLastSlot(look.schedule, look.now, look.timezone)
  return look.snapshots.some(({ state, begunAt }) => state === 'done' && begunAt < slot) && isRunDue(look)
}

/** After each snapshot, and also if that failed: what the place has may be damaged all the same. */
export function isCheckDue(look: Look & { snapshots: readonly SnapshotRun[] }): boolean {
  return look.snapshots.some(({ state }) => state === 'done') && isRunDue(look)
}

function hasEnded({ state }: SnapshotRun): boolean {
  return state !== 'failed' && state !== 'running'
}

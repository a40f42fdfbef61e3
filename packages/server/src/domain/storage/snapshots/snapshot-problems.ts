import type { SnapshotRun } from './snapshot-run.ts'
import { intervalOf, type SnapshotSchedule } from './snapshot-schedule.ts'

/**
 * What is wrong with the snapshots of a place. `failed`: the last one. `late`: there is no recent one. `differs`: a stored file isn't
 * as it was written. `incomplete`: it was made, but files are missing, or old ones stay. `unverified`: not everything was read again
 * in time. The others are about the drill.
 */
export const snapshotProblemKinds = [
  'failed',
  'late',
  'differs',
  'incomplete',
  'unverified',
  'drill-failed',
  'drill-differs',
  'drill-impossible',
] as const
export type SnapshotProblemKind = (typeof snapshotProblemKinds)[number]
export type SnapshotProblem = { kind: SnapshotProblemKind; reason: string }

/** Newest first, each. */
export type PlaceRuns = {
  snapshots: readonly SnapshotRun[]
  checks: readonly SnapshotRun[]
  drills: readonly SnapshotRun[]
}

const dayMs = 86_400_000
/** A snapshot of much data takes hours, and one that failed is tried again after an hour. */
const graceMs = 6 * 3_600_000
const verifiedWithinMs = 30 * dayMs

/** `since`: since when there is this schedule. Nothing could be late before. */
export function findSnapshotProblems(
  { snapshots, checks, drills }: PlaceRuns,
  { schedule, now, since }: { schedule: SnapshotSchedule | null; now: number; since: number },
): SnapshotProblem[] {
  const problems: SnapshotProblem[] = []
  const last = snapshots.find(isFinished)
  if (last?.state === 'failed') problems.push({ kind: 'failed', reason: last.reason })
  if (last?.state === 'done' && last.reason !== '') problems.push({ kind: 'incomplete', reason: last.reason })
  if (schedule && isLate(snapshots, schedule, { now, since })) problems.push({ kind: 'late', reason: '' })
  // One that failed didn't find out anything.
  const check = checks.find(({ state }) => state === 'done' || state === 'differs')
  if (check?.state === 'differs') problems.push({ kind: 'differs', reason: check.reason })
  const begunAt = check?.notes.cycleBegunAt
  if (begunAt !== undefined && now - begunAt > verifiedWithinMs)
    problems.push({ kind: 'unverified', reason: check?.reason ?? '' })
  const drill = drills.find(isFinished)
  if (drill?.state === 'failed') problems.push({ kind: 'drill-failed', reason: drill.reason })
  if (drill?.state === 'differs') problems.push({ kind: 'drill-differs', reason: drill.reason })
  if (drill?.state === 'impossible') problems.push({ kind: 'drill-impossible', reason: drill.reason })
  return problems
}

function isLate(
  snapshots: readonly SnapshotRun[],
  schedule: SnapshotSchedule,
  { now, since }: { now: number; since: number },
): boolean {
  const done = snapshots.find(({ state, begunAt }) => state === 'done' && begunAt <= now)
  return now - Math.max(done?.begunAt ?? since, since) > intervalOf(schedule) + graceMs
}

function isFinished({ finishedAt }: SnapshotRun): boolean {
  return finishedAt !== null
}

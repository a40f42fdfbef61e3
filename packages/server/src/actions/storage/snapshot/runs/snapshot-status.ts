import type { OperatorReport } from '@innkeeper/contract'
import { findSnapshotProblems } from '../../../../domain/storage/snapshots/snapshot-problems.ts'
import type { SnapshotRun, SnapshotTarget } from '../../../../domain/storage/snapshots/snapshot-run.ts'
import {
  findNextSlot,
  renderSnapshotSchedule,
  type SnapshotSchedule,
} from '../../../../domain/storage/snapshots/snapshot-schedule.ts'
import { toTimestamp, toTimestampOrNull } from '../../../../domain/timestamp.ts'
import type { Store } from '../../../../ports/store.ts'

/** What the settings say about snapshots. */
export type SnapshotPlan = {
  places: { target: SnapshotTarget; where: string }[]
  schedule: SnapshotSchedule | null
  drill: SnapshotSchedule | null
  encryption: OperatorReport['snapshots']['encryption']
  timezone: string
}

type Deps = { store: Pick<Store, 'listSnapshotRuns' | 'listSnapshotSchedules'>; plan: SnapshotPlan; now: number }

/** Of each kind of work, enough for a month of daily ones that failed and were tried again. */
const mostRuns = 50

/** What an operator sees about snapshots. */
export async function getSnapshotStatus({ store, plan, now }: Deps): Promise<OperatorReport['snapshots']> {
  const { schedule, drill, encryption, timezone } = plan
  const next = (one: SnapshotSchedule | null) => one && toTimestamp(findNextSlot(one, now, timezone))
  const known = schedule && new Map((await store.listSnapshotSchedules()).map((one) => [one.place, one]))
  const sinceOf = (where: string) => {
    const noted = known?.get(where)
    // Otherwise the service hasn't looked at its settings yet.
    return schedule && noted?.schedule === renderSnapshotSchedule(schedule) ? noted.since : now
  }
  const places = plan.places.map(async ({ target, where }) => {
    const list = async (work: SnapshotRun['work']) =>
      (await store.listSnapshotRuns(target, work, mostRuns)).filter(({ place }) => place === where)
    const [snapshots, checks, drills] = await Promise.all([list('snapshot'), list('check'), list('drill')])
    const done = snapshots.find(({ state }) => state === 'done')
    const ended = checks.find(({ notes }) => notes.cycleEndedAt !== undefined)
    return {
      target,
      where,
      lastSnapshotAt: toTimestampOrNull(done?.finishedAt ?? null),
      writtenBytes: done?.bytes ?? 0,
      lastRun: toRun(snapshots[0]),
      lastCheck: toRun(checks[0]),
      verifiedAt: toTimestampOrNull(ended?.notes.cycleEndedAt ?? null),
      lastDrill: toRun(drills[0]),
      problems: findSnapshotProblems({ snapshots, checks, drills }, { schedule, now, since: sinceOf(where) }),
    }
  })
  return {
    schedule: schedule && renderSnapshotSchedule(schedule),
    nextAt: next(schedule),
    drillSchedule: drill && renderSnapshotSchedule(drill),
    nextDrillAt: next(drill),
    encryption,
    places: await Promise.all(places),
  }
}

function toRun(run: SnapshotRun | undefined) {
  if (!run) return null
  const { begunAt, finishedAt, state, reason, bytes } = run
  return { begunAt: toTimestamp(begunAt), finishedAt: toTimestampOrNull(finishedAt), state, reason, bytes }
}

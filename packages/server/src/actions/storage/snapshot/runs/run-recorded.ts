import { randomUUID } from 'node:crypto'
import {
  contentCounts,
  type SnapshotOutcome,
  type SnapshotRun,
  type SnapshotTarget,
  type SnapshotWork,
} from '../../../../domain/storage/snapshots/snapshot-run.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { DoSnapshotWork, SnapshotOrder } from '../../../../ports/storage/snapshot-work.ts'
import type { Store } from '../../../../ports/store.ts'

type Deps = { store: Pick<Store, 'write' | 'listSnapshotRuns'>; clock: Clock; work: DoSnapshotWork }
type Wanted = { work: SnapshotWork; target: SnapshotTarget; where: string; isNewPlace?: boolean }

/** Does the work, with what earlier runs found out, and records it. Throws only if it can't be recorded. */
export async function runRecorded({ store, clock, work }: Deps, wanted: Wanted): Promise<SnapshotOutcome> {
  const order = await prepareOrder({ store, clock }, wanted)
  const runId = randomUUID()
  const { target, where: place } = wanted
  await store.write<'begin-snapshot-run'>({
    kind: 'begin-snapshot-run',
    at: clock(),
    runId,
    target,
    work: wanted.work,
    place,
  })
  const outcome = await work(order)
  await store.write<'finish-snapshot-run'>({ kind: 'finish-snapshot-run', at: clock(), runId, outcome })
  return outcome
}

/** Enough to find the last one that was finished. */
const mostLookedAt = 50

async function prepareOrder({ store, clock }: Pick<Deps, 'store' | 'clock'>, wanted: Wanted): Promise<SnapshotOrder> {
  const { work, target, where, isNewPlace = false } = wanted
  const now = clock()
  const here = async (kind: SnapshotWork) =>
    (await store.listSnapshotRuns(target, kind, mostLookedAt)).filter(
      ({ place, state }) => place === where && isFinished(state),
    )
  const [snapshots, checks] = await Promise.all([here('snapshot'), here('check')])
  const [lastCheck] = checks
  return {
    work,
    target,
    placeId: isNewPlace ? undefined : snapshots.find(({ notes }) => notes.placeId !== undefined)?.notes.placeId,
    suspects: lastCheck?.notes.damaged ?? [],
    recorded: Object.fromEntries(
      snapshots.flatMap(({ notes, counts }) =>
        notes.snapshotId === undefined ? [] : [[notes.snapshotId, contentCounts(counts)]],
      ),
    ),
    progress: { after: lastCheck?.verifiedThrough ?? '', cycleBegunAt: lastCheck?.notes.cycleBegunAt ?? now },
    now,
  }
}

function isFinished(state: SnapshotRun['state']): boolean {
  return state === 'done' || state === 'differs'
}

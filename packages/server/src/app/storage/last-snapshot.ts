import { listSnapshots } from '../../adapters/fs/snapshots/known-snapshots.ts'
import { snapshotTargets } from '../../domain/storage/snapshots/snapshot-run.ts'
import { type StoreLocation, withReadOnlyStore } from './open-store.ts'

const mostRuns = 50

/** When the newest snapshot was made, by a command with a target of its own or in a place of the settings. Writes nothing. */
export async function findLastSnapshotAt(location: StoreLocation): Promise<number | undefined> {
  const byCommand = (await listSnapshots(location.dataDir)).map(({ at }) => at)
  const runs = await withReadOnlyStore(location, (reads) =>
    Promise.all(snapshotTargets.map((target) => reads.listSnapshotRuns(target, 'snapshot', mostRuns))),
  )
  const inPlaces = (runs ?? []).flat().flatMap((run) => (run.state === 'done' ? [run.finishedAt ?? run.begunAt] : []))
  const times = [...byCommand, ...inPlaces]
  return times.length === 0 ? undefined : Math.max(...times)
}

import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import { decideKept, type SnapshotKeep } from '../../../../domain/storage/snapshots/kept-snapshots.ts'
import { snapshotFileName, snapshotIdOfIndex } from '../../../../domain/storage/snapshots/place-names.ts'
import type { SnapshotPlace } from '../../../../ports/storage/snapshot-place.ts'
import { describeBroken, findSnapshots } from './place-snapshots.ts'

type Pruning = { keep: SnapshotKeep; timezone: string; lineage: string }

/** `problem`: why something that should be gone is still there. */
export type Pruned = { snapshots: number; files: number; problem: string | undefined }

/**
 * Removes snapshots of this store that don't have to be kept, and then every file that no snapshot refers to, including what
 * interrupted runs left behind. Only while no one else writes to the place.
 */
export async function prunePlace(place: SnapshotPlace, { keep, timezone, lineage }: Pruning): Promise<Pruned> {
  const pruned: Pruned = { snapshots: 0, files: 0, problem: undefined }
  try {
    const found = await findSnapshots(place)
    const own = found.indexes.filter((index) => index.lineage === lineage)
    const kept = decideKept(
      own.map((index) => ({ index, number: index.number, at: Date.parse(index.at) })),
      keep,
      timezone,
    )
    const keptIds = new Set([...kept].map(({ index }) => index.snapshotId))
    const isKept = (id: string) => keptIds.has(id) || !own.some(({ snapshotId }) => snapshotId === id)
    for (const { snapshotId } of own) {
      if (isKept(snapshotId)) continue
      // First, so that an interruption leaves no snapshot that looks complete.
      await place.remove(snapshotFileName(snapshotId, 'index', false))
      pruned.snapshots++
    }
    await place.dropUnfinished()
    // What a damaged index refers to isn't known, so everything might be needed.
    if (found.broken.length > 0) return { ...pruned, problem: found.broken.map(describeBroken).join(' ') }
    const named = new Set(
      found.indexes
        .filter(({ snapshotId }) => isKept(snapshotId))
        .flatMap(({ parts }) => parts.map(({ name }) => name)),
    )
    for (const prefix of ['objects/', 'snapshots/']) {
      for await (const { name } of place.list(prefix)) {
        if (named.has(name) || snapshotIdOfIndex(name) !== undefined) continue
        await place.remove(name)
        pruned.files++
      }
    }
    return pruned
  } catch (error) {
    if (!(error instanceof PlaceProblem)) throw error
    return { ...pruned, problem: `Old snapshots were not removed. ${error.message}` }
  }
}

import { readConfig } from '../../config/config.ts'
import type { SnapshotReader } from '../../ports/storage/snapshot.ts'
import type { CliDeps } from '../cli-deps.ts'
import { type PlaceOptions, readUnlocking } from './unlocking.ts'

/** A folder or tar file with one snapshot, or one of several in a place. */
export async function openAnySnapshot(deps: CliDeps, target: string, options: PlaceOptions): Promise<SnapshotReader> {
  const snapshots = await deps.loadSnapshots()
  const config = readConfig(deps.environment)
  const place = await snapshots.places.find(config, target)
  if (!place) return await snapshots.open(target)
  try {
    const unlocking = await readUnlocking(options, config)
    const reader = await snapshots.places.openSnapshot(place, options.snapshot ?? 'latest', unlocking)
    return { ...reader, close: () => reader.close().finally(place.close) }
  } catch (error) {
    place.close()
    throw error
  }
}

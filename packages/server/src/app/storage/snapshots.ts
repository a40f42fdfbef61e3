import type { Snapshots } from '../../cli/cli-deps.ts'
import { singleSnapshots } from './single-snapshots.ts'
import { snapshotPlaces } from './snapshot-commands.ts'

// Loaded by the commands that need it.

export const snapshots: Snapshots = { ...singleSnapshots, places: snapshotPlaces }

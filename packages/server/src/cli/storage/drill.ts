import { runRecorded } from '../../actions/storage/snapshot/runs/run-recorded.ts'
import type { Config } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'
import type { SnapshotOutcome, SnapshotTarget } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { SnapshotPlace } from '../../ports/storage/snapshot-place.ts'
import { type CliDeps, configOf, type DataOption } from '../cli-deps.ts'
import { formatBytes } from '../text-format.ts'
import { describeSnapshotContent } from './describe-snapshot.ts'
import { type PlaceOptions, readUnlocking } from './unlocking.ts'

type Options = DataOption & PlaceOptions & { json?: boolean }

/** Tests the restore of a given place, or of every place of the settings, whose result is recorded. Returns whether all passed. */
export async function drill(deps: CliDeps, target: string | undefined, options: Options): Promise<boolean> {
  const config = configOf(deps, options)
  const { places } = await deps.loadSnapshots()
  if (target !== undefined) {
    const place = await places.find(config, target)
    if (!place)
      throw invalid(
        `${target} is not a folder or bucket with snapshots. To check a single snapshot, use ./innkeeper verify.`,
      )
    return report(place.where, await drillIn(deps, config, place, options), options)
  }
  const full = (await deps.readFullConfig({ dataDir: config.dataDir })).config
  const targets = places.list(full)
  if (targets.length === 0)
    throw invalid(
      'There is no place for snapshots. Name one, or set INNKEEPER_SNAPSHOT_FOLDER or INNKEEPER_SNAPSHOT_BUCKET.',
    )
  let isWell = true
  for (const one of targets)
    isWell = report(one.where, await drillRecorded(deps, full, one, options), options) && isWell
  return isWell
}

async function drillRecorded(
  deps: CliDeps,
  config: Config,
  { target, where }: { target: SnapshotTarget; where: string },
  options: Options,
): Promise<SnapshotOutcome> {
  const { places } = await deps.loadSnapshots()
  const place = await places.open(config, target)
  const store = await deps.openStore(config)
  const work = () => drillIn(deps, config, place, options)
  try {
    return await runRecorded({ store, clock: Date.now, work }, { work: 'drill', target, where })
  } finally {
    await store.close()
  }
}

async function drillIn(
  deps: CliDeps,
  config: Config,
  place: SnapshotPlace,
  options: Options,
): Promise<SnapshotOutcome> {
  const { places } = await deps.loadSnapshots()
  const unlocking = await readUnlocking(options, config)
  try {
    return await places.drill(config, place, options.snapshot ?? 'latest', unlocking)
  } catch (error) {
    const { message, name } = error as Error
    if (name !== 'Refusal' && !deps.isStoreProblem(error)) throw error
    return { state: 'failed', reason: message, counts: {}, bytes: 0, verifiedThrough: '', notes: {} }
  } finally {
    place.close()
  }
}

function report(where: string, outcome: SnapshotOutcome, { json = false }: Options): boolean {
  const { state, reason, counts, bytes, notes } = outcome
  if (json)
    console.log(JSON.stringify({ place: where, state, reason, snapshotId: notes.snapshotId ?? null, bytes, ...counts }))
  else if (state === 'done') {
    console.log(
      `${where}: snapshot ${notes.snapshotId} was restored and works: ${describeSnapshotContent(counts)}, ${formatBytes(bytes)}. ` +
        'The restored copy was removed again.',
    )
  } else console.log(`${where}: the drill ${state === 'failed' ? 'failed' : 'found a difference'}. ${reason}`)
  return state === 'done'
}

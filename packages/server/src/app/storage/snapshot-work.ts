import { checkPlace } from '../../actions/storage/snapshot/place/check-place.ts'
import { findPlaceId, refuseEmptied } from '../../actions/storage/snapshot/place/place-snapshots.ts'
import { snapshotToPlace } from '../../actions/storage/snapshot/place/snapshot-to-place.ts'
import { ageCrypt } from '../../adapters/age/snapshot-crypt.ts'
import { openWorkFolder } from '../../adapters/fs/snapshots/work-folder.ts'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../domain/refusal.ts'
import { DatabaseProblem, MediaProblem, PlaceProblem } from '../../domain/storage/data-folder.ts'
import { contentCounts, mostNamedDamages, type SnapshotOutcome } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { ReportProgress } from '../../ports/storage/snapshot.ts'
import type { SnapshotPlace, WorkFolder } from '../../ports/storage/snapshot-place.ts'
import type { SnapshotOrder } from '../../ports/storage/snapshot-work.ts'
import { version } from '../version.ts'
import { openMedia } from './open-media.ts'
import { singleSnapshots } from './single-snapshots.ts'
import { encryptionOf, openTarget } from './snapshot-places.ts'

/** Of the store that is copied. */
export type StoreIdentity = { secret: string; instance: string }

type Scene = { config: Config; identity: StoreIdentity; tell?: ReportProgress }

/** Does one thing about the snapshots of a place. What an operator can do something about is an outcome, and all else is thrown. */
export async function doSnapshotWork(scene: Scene, order: SnapshotOrder): Promise<SnapshotOutcome> {
  try {
    await refuseSilent(scene.config, order)
    if (order.work === 'drill') {
      const { runDrill } = await import('./snapshot-drill.ts')
      return await runDrill(scene.config, order)
    }
    const place = await openTarget(scene.config, order.target)
    try {
      return order.work === 'check' ? await check(place, order) : await snapshot(scene, place, order)
    } finally {
      place.close()
    }
  } catch (error) {
    const reason = describeTrouble(error)
    if (reason === undefined) throw error
    return { state: 'failed', reason, counts: {}, bytes: 0, verifiedThrough: '', notes: {} }
  }
}

/** A place that doesn't respond would otherwise fail after minutes, because each request has time and is repeated. */
async function refuseSilent(config: Config, { target }: SnapshotOrder): Promise<void> {
  const place = await openTarget(config, target, { isBrief: true })
  await findPlaceId(place).finally(place.close)
}

async function snapshot({ config, identity, tell = () => {} }: Scene, place: SnapshotPlace, order: SnapshotOrder) {
  const work = await openWorkFolder(config.dataDir)
  try {
    return await snapshotWith({ config, identity, tell }, place, order, work)
  } finally {
    work.remove()
  }
}

async function snapshotWith(
  { config, identity, tell }: Required<Scene>,
  place: SnapshotPlace,
  { placeId, suspects, now }: SnapshotOrder,
  work: WorkFolder,
): Promise<SnapshotOutcome> {
  const source = await singleSnapshots.openSource(config)
  try {
    const media = await openMedia(config, 'any')
    const { schema } = singleSnapshots.examiner
    const deps = {
      source,
      blobs: media.blobs,
      place,
      crypt: ageCrypt,
      work,
      ...identity,
      version,
      schema,
      begunAt: now,
      tell,
    }
    const made = await snapshotToPlace(deps, {
      encryption: encryptionOf(config),
      keep: config.snapshotKeep,
      timezone: config.timezone,
      placeId,
      suspects,
    }).finally(media.close)
    const { manifest, written, pruned } = made
    const missing = manifest.missing.length
    const lost =
      missing === 0 ? [] : [`${missing} media files could not be copied. The manifest of the snapshot lists them.`]
    return {
      state: 'done',
      reason: [...lost, ...(pruned.problem === undefined ? [] : [pruned.problem])].join(' '),
      counts: {
        ...contentCounts(manifest.counts),
        files: written.files,
        sharedFiles: written.sharedFiles,
        missing,
        removedSnapshots: pruned.snapshots,
      },
      bytes: written.bytes,
      verifiedThrough: '',
      notes: { placeId: made.placeId, snapshotId: made.snapshotId },
    }
  } finally {
    await source.close()
  }
}

async function check(
  place: SnapshotPlace,
  { placeId, progress, suspects, now }: SnapshotOrder,
): Promise<SnapshotOutcome> {
  await refuseEmptied(place, placeId)
  const found = await checkPlace(place, { progress, suspects, now })
  const [first] = found.damaged
  const more = found.damaged.length > 1 ? ` ${found.damaged.length - 1} more files are damaged or missing.` : ''
  return {
    state: first ? 'differs' : 'done',
    reason: first ? `${first.problem}${more}` : '',
    counts: { files: found.files, damaged: found.damaged.length },
    bytes: found.bytes,
    verifiedThrough: found.progress.after,
    notes: {
      damaged: found.damaged.slice(0, mostNamedDamages).map(({ name }) => name),
      cycleBegunAt: found.progress.cycleBegunAt,
      ...(found.isCycleOver && { cycleEndedAt: now }),
    },
  }
}

/** A sentence for the operator; undefined for bugs. */
function describeTrouble(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof PlaceProblem) return error.message
  if (error instanceof DatabaseProblem || error instanceof MediaProblem) return error.message
  const { code, syscall, path = '' } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'The disk of the data folder is full. The database is copied there before it is stored. Free some space.'
  }
  return `${path} cannot be read or written (${code}). Check the disk and its permissions.`
}

import { resolve } from 'node:path'
import { runRecorded } from '../../actions/storage/snapshot/runs/run-recorded.ts'
import type { Config } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'
import { readBucketLocation } from '../../domain/storage/bucket-location.ts'
import type { SnapshotOutcome, SnapshotTarget } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { CliDeps } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { formatBytes, formatCount } from '../text-format.ts'
import { describeSnapshotContent } from './describe-snapshot.ts'

type Options = { json?: boolean; newPlace?: boolean }
type Made = { target: SnapshotTarget; where: string; outcome: SnapshotOutcome }

/** Makes a snapshot in every place of the settings, or in the given one. Returns whether all of them succeeded. */
export async function snapshotToPlaces(
  deps: CliDeps,
  full: Config,
  place: string | undefined,
  options: Options,
): Promise<boolean> {
  const config = place === undefined ? full : only(full, place)
  const { places } = await deps.loadSnapshots()
  const targets = places.list(config)
  if (targets.length === 0) {
    throw invalid(
      'There is no place for snapshots. Say where to write it, such as ./innkeeper snapshot /media/usb/monday, or set ' +
        'INNKEEPER_SNAPSHOT_FOLDER or INNKEEPER_SNAPSHOT_BUCKET.',
    )
  }
  const store = await deps.openStore(config)
  const made: Made[] = []
  try {
    for (const { target, where } of targets) {
      const outcome = await withProgress((tell) => {
        const scene = { store, clock: Date.now, work: places.doWork(config, store, tell) }
        return runRecorded(scene, { work: 'snapshot', target, where, isNewPlace: options.newPlace ?? false })
      })
      made.push({ target, where, outcome })
    }
  } finally {
    await store.close()
  }
  for (const one of made) console.log(options.json ? formatJson(one) : formatSummary(one))
  return made.every(({ outcome }) => outcome.state === 'done' && outcome.reason === '')
}

function only(config: Config, place: string): Config {
  const bucket = place.startsWith('s3:') ? (readBucketLocation(place) ?? null) : null
  return { ...config, snapshotFolder: bucket ? null : resolve(place), snapshotBucket: bucket }
}

function formatJson({ target, where, outcome }: Made): string {
  const { state, reason, counts, bytes, notes } = outcome
  return JSON.stringify({
    target,
    place: where,
    state,
    reason,
    snapshotId: notes.snapshotId ?? null,
    writtenBytes: bytes,
    ...counts,
  })
}

function formatSummary({ where, outcome }: Made): string {
  const { state, reason, counts, bytes, notes } = outcome
  if (state !== 'done') return `${where}: no snapshot was made. ${reason}`
  const { files = 0, sharedFiles = 0, removedSnapshots = 0 } = counts
  const content = describeSnapshotContent({ ...counts, files: files + sharedFiles })
  const lines = [
    `${where}: snapshot ${notes.snapshotId} with ${content}.`,
    `${formatBytes(bytes)} written, with ${formatCount(files, 'new file')}. ` +
      `${formatCount(sharedFiles, 'file')} ${sharedFiles === 1 ? 'is' : 'are'} shared with earlier snapshots.`,
    ...(removedSnapshots > 0 ? [`Removed ${formatCount(removedSnapshots, 'old snapshot')}.`] : []),
    ...(reason === '' ? [] : [reason]),
    `Check it: ./innkeeper verify ${where.split(' ')[0]} --snapshot ${notes.snapshotId}`,
  ]
  return lines.join('\n')
}

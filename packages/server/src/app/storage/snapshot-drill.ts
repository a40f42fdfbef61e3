import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openEncryption, type Unlocking } from '../../actions/storage/snapshot/place/place-encryption.ts'
import { openPlaceReader } from '../../actions/storage/snapshot/place/place-reader.ts'
import { chooseSnapshot, findSnapshots } from '../../actions/storage/snapshot/place/place-snapshots.ts'
import { restoreSnapshot } from '../../actions/storage/snapshot/restore-snapshot.ts'
import { openManifest } from '../../actions/storage/snapshot/verify-snapshot.ts'
import { ageCrypt } from '../../adapters/age/snapshot-crypt.ts'
import { openErasureLedger } from '../../adapters/fs/erasure-ledger.ts'
import { openWorkFolder } from '../../adapters/fs/snapshots/work-folder.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { PlaceProblem } from '../../domain/storage/data-folder.ts'
import { findDrillDifference } from '../../domain/storage/snapshots/drill-difference.ts'
import { contentCounts, type SnapshotOutcome } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { SnapshotReader } from '../../ports/storage/snapshot.ts'
import type { SnapshotPlace, WorkFolder } from '../../ports/storage/snapshot-place.ts'
import type { SnapshotOrder } from '../../ports/storage/snapshot-work.ts'
import { openDrillService } from '../drill-service.ts'
import { openCommandStore, storeLocation } from './open-store.ts'
import { purgeDeleted } from './purge-deleted.ts'
import { singleSnapshots } from './single-snapshots.ts'
import { openTarget } from './snapshot-places.ts'

export async function runDrill(config: Config, { target, recorded }: SnapshotOrder): Promise<SnapshotOutcome> {
  const place = await openTarget(config, target)
  const unlocking = { identities: [], askPassphrase: async () => config.snapshotPassphrase ?? undefined }
  return await drillOn({ config, place, unlocking, snapshotId: 'latest', recorded }).finally(place.close)
}

type Drill = {
  config: Pick<Config, 'dataDir' | 'timezone'>
  place: SnapshotPlace
  unlocking: Unlocking
  snapshotId: string
  recorded?: SnapshotOrder['recorded']
}

/**
 * Restores a snapshot to a temporary place, starts a service on it that connects to nothing, and compares what it has with what
 * the snapshot says. Leaves nothing behind.
 */
export async function drillOn({
  config,
  place,
  unlocking,
  snapshotId,
  recorded = {},
}: Drill): Promise<SnapshotOutcome> {
  const work = await openWorkFolder(config.dataDir)
  try {
    const index = chooseSnapshot(await findSnapshots(place), snapshotId, place.where)
    const notes = { snapshotId: index.snapshotId }
    const decrypt = await openEncryption({ place, crypt: ageCrypt }, index, unlocking)
    const backup = await openPlaceReader({ place, index, decrypt, work, schema: singleSnapshots.examiner.schema })
    await refuseFull(backup, work)
    const { restored, files, difference } = await restoreAndCompare({
      backup,
      work,
      config,
      recorded: recorded[index.snapshotId],
    })
    const bytes = restored.manifest.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return {
      state: difference === undefined ? 'done' : 'differs',
      reason: difference ?? '',
      counts: { ...contentCounts(restored.manifest.counts), files },
      bytes,
      verifiedThrough: '',
      notes,
    }
  } finally {
    work.remove()
  }
}

type Comparison = {
  backup: SnapshotReader
  work: WorkFolder
  config: Pick<Config, 'timezone'>
  recorded: Readonly<Record<string, number>> | undefined
}

async function restoreAndCompare({ backup, work, config: { timezone }, recorded }: Comparison) {
  // Nothing else of the settings, so there are no platforms, no AI model, no bucket and no other address.
  const config = readConfig({
    INNKEEPER_DATA: join(work.path, 'drill'),
    INNKEEPER_TIMEZONE: timezone,
    INNKEEPER_LOG: 'silent',
    PORT: '0',
  })
  const at = (dataDir: string) => ({ ...config, dataDir })
  const restored = await restoreSnapshot(
    {
      examiner: { ...singleSnapshots.examiner, ignoresCounts: true },
      backup,
      openDraft: () => singleSnapshots.openRestoreDraft(config),
      openStore: (dataDir) => openCommandStore(storeLocation(at(dataDir))),
      openLedger: openErasureLedger,
      purgeDeleted: (dataDir, blobs) => purgeDeleted(at(dataDir), blobs),
      noteSnapshot: async () => {},
      tell: () => {},
    },
    () => backup.readLedger() ?? nothing(),
  )
  const service = await openDrillService(config)
  try {
    // First, because looking whether it is well adds a key.
    const counts: Record<string, number> = await service.store.countRows()
    const isWell = await service.isWell()
    const files = await compareFiles(service, new Set(restored.manifest.missing.map(({ sha256 }) => sha256)))
    const { manifest, rows, erasures, erased, removed, signedOut } = restored
    return {
      restored,
      files: files.read,
      difference: findDrillDifference({
        recorded,
        said: manifest.counts,
        ...rows,
        removed: { erasures, erased, unsent: removed, signedOut },
        counts,
        isWell,
        wrongFile: files.wrongFile,
      }),
    }
  } finally {
    await service.stop()
  }
}

type Service = Awaited<ReturnType<typeof openDrillService>>

/** Reads every file that the restored database refers to. */
async function compareFiles({ store, blobs }: Service, missing: ReadonlySet<string>) {
  let read = 0
  for (let after = ''; ; ) {
    const names = await store.listFiles(after, 1000)
    for (const sha256 of names.filter((name) => !missing.has(name))) {
      const found = await blobs.stat(sha256)
      if (!found) return { read, wrongFile: `${sha256} is missing` }
      const hash = createHash('sha256')
      if (found.sizeBytes > 0) {
        for await (const chunk of blobs.open(sha256, { start: 0, end: found.sizeBytes - 1 })) hash.update(chunk)
      }
      if (hash.digest('hex') !== sha256) return { read, wrongFile: `${sha256} has other content` }
      read++
    }
    const last = names.at(-1)
    if (last === undefined) return { read, wrongFile: undefined }
    after = last
  }
}

/** A service that runs out of space while it restores would stop accepting messages. */
async function refuseFull(backup: SnapshotReader, { path }: WorkFolder): Promise<void> {
  const { files } = await openManifest(singleSnapshots.examiner, backup)
  const needed = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  // Half a gibibyte and a tenth stay free for the service itself.
  if (free - needed > Math.max(0.1 * needed, 512 * 1024 * 1024)) return
  const gib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
  throw new PlaceProblem(
    `The drill needs ${gib(needed)} for the restored data, and the disk of the data folder has ${gib(free)} left. Free some space, ` +
      'or run ./innkeeper restore --drill on another machine.',
  )
}

async function* nothing() {}

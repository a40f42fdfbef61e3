import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { doSnapshotWork } from '../../src/app/storage/snapshot-work.ts'
import { createSnapshotWorker } from '../../src/app/threads/snapshot-worker.ts'
import { readConfig } from '../../src/config/config.ts'
import type { SnapshotRun, SnapshotTarget, SnapshotWork } from '../../src/domain/storage/snapshots/snapshot-run.ts'
import { type SnapshotKeeper, startSnapshotKeeper } from '../../src/jobs/snapshot-keeper.ts'
import type { SnapshotWorker } from '../../src/ports/storage/snapshot-work.ts'
import { message } from './content/events.ts'
import { eventually } from './eventually.ts'
import { type TestBucket, testKeys } from './process/s3.ts'
import { startTestService, type TestService } from './test-service.ts'

export const dayMs = 86_400_000
export const photo = Buffer.from('a photo of the group '.repeat(100))

export async function startFilled(environment: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService(environment)
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const at = service.clock.now
  await service.receive([
    message('C1', at, { id: 'text', from: 'U-owner', content: { type: 'text', text: 'canary of the group' } }),
    message('C1', at, { id: 'photo', from: 'U-owner', content: { type: 'image' } }),
  ])
  await service.storeMedia('C1', 'photo', photo)
  return service
}

/** A keeper with these settings, which looks often. */
export function keep(
  service: TestService,
  env: Record<string, string>,
  { work }: Partial<Pick<SnapshotWorker, 'work'>> = {},
): SnapshotKeeper {
  const config = readConfig({ ...service.environment.env, INNKEEPER_DATA: service.dataDir, ...env })
  const { snapshotSchedule: snapshot, snapshotDrill: drill, timezone } = config
  return startSnapshotKeeper({
    store: service.store,
    clock: () => service.clock.now,
    log: { info() {}, warn() {} },
    timezone,
    schedules: () => ({ snapshot, drill }),
    worker: {
      ...createSnapshotWorker(() => config, service.store),
      // Without a thread, whose start takes longer than the work. The first test has one.
      work: work ?? ((order) => doSnapshotWork({ config, identity: service.store }, order)),
    },
    lookEveryMs: 50,
  })
}

export const folderEnv = (folder: string) => ({
  INNKEEPER_SNAPSHOT_FOLDER: folder,
  INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00',
})
export const bucketEnv = (bucket: TestBucket) => ({
  INNKEEPER_SNAPSHOT_BUCKET: bucket.url,
  INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: testKeys.accessKeyId,
  INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
  INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00',
})
export const idsIn = (folder: string) => readdirSync(join(folder, 'snapshots')).sort()

export const runsOf = (service: TestService, work: SnapshotWork, target: SnapshotTarget = 'folder') =>
  service.store.listSnapshotRuns(target, work, 50)

/** Waits until the latest run is finished, and is as expected. */
export async function untilLatest(
  service: TestService,
  [work, target]: [work: SnapshotWork, target: SnapshotTarget],
  isExpected: (run: SnapshotRun) => boolean,
): Promise<SnapshotRun> {
  const runs = await eventually(
    () => runsOf(service, work, target),
    ([run]) => run !== undefined && run.finishedAt !== null && isExpected(run),
  )
  const [run] = runs
  assert.ok(run)
  return run
}

export const untilRuns = (service: TestService, work: SnapshotWork, count: number) =>
  eventually(
    () => runsOf(service, work),
    (runs) => runs.length === count && runs.every(({ finishedAt }) => finishedAt !== null),
  )

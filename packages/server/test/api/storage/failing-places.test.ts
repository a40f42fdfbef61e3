import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getSnapshotStatus } from '../../../src/actions/storage/snapshot/runs/snapshot-status.ts'
import { snapshotPlanOf } from '../../../src/app/storage/snapshot-places.ts'
import { readConfig } from '../../../src/config/config.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually, until } from '../../support/eventually.ts'
import { newFolder } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import {
  bucketEnv,
  dayMs,
  folderEnv,
  idsIn,
  keep,
  runsOf,
  startFilled,
  untilLatest,
  untilRuns,
} from '../../support/scheduled-snapshots.ts'
import { filesBelow } from '../../support/snapshots.ts'
import type { TestService } from '../../support/test-service.ts'

const ledgerOf = (folder: string) => filesBelow(folder).filter((name) => name.startsWith('erasures/'))

/** A writer on another machine, which doesn't end. */
function lockForever(folder: string): void {
  const lock = join(folder, 'locks', '01234567-89ab-4cde-8f01-23456789abcd')
  mkdirSync(join(folder, 'locks'), { recursive: true })
  writeFileSync(lock, 'locked')
  const later = Date.now() / 1000 + 3_600
  utimesSync(lock, later, later)
}

/** As the operator's page and `innkeeper status` show them. */
async function problemsOf(service: TestService, folder: string) {
  const config = readConfig({ ...service.environment.env, INNKEEPER_DATA: service.dataDir, ...folderEnv(folder) })
  const { places } = await getSnapshotStatus({
    store: service.store,
    plan: snapshotPlanOf(config),
    now: service.clock.now,
  })
  return places.flatMap(({ problems }) => problems)
}

test('of a folder and a bucket, the one that works gets its snapshot while the other is down', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const bucket = await openBucket()
  const keeper = keep(service, { ...folderEnv(folder), ...bucketEnv(bucket) })
  const outcomes = async () => {
    const at = service.clock.now
    const isNew = ({ begunAt }: { begunAt: number }) => begunAt === at
    const ofFolder = await untilLatest(service, ['snapshot', 'folder'], isNew)
    const ofBucket = await untilLatest(service, ['snapshot', 'bucket'], isNew)
    return [ofFolder.state, ofBucket.state]
  }
  try {
    assert.deepEqual(await outcomes(), ['done', 'done'])
    bucket.goDown()
    service.clock.now += dayMs
    assert.deepEqual(await outcomes(), ['done', 'failed'])
    bucket.comeUp()
    lockForever(folder)
    service.clock.now += dayMs
    assert.deepEqual(await outcomes(), ['failed', 'done'])
  } finally {
    await keeper.stop()
  }
})

test('what is unsent while a snapshot hangs reaches the ledgers of all places that respond', async () => {
  const service = await startFilled()
  const [folder, bucket] = [newFolder(), await openBucket()]
  const first = keep(service, { ...folderEnv(folder), ...bucketEnv(bucket) })
  try {
    await untilLatest(service, ['check', 'bucket'], ({ state }) => state === 'done')
  } finally {
    await first.stop()
  }
  const [before] = [ledgerOf(folder).length]
  const hanging = Promise.withResolvers<never>()
  let isHanging = false
  const second = keep(
    service,
    { ...folderEnv(folder), ...bucketEnv(bucket) },
    {
      work: () => {
        isHanging = true
        return hanging.promise
      },
    },
  )
  try {
    service.clock.now += dayMs
    await until(() => isHanging, 'the snapshot begins')
    bucket.fallSilent()
    await service.receive([unsent('C1', service.clock.now, 'text')])
    await until(() => ledgerOf(folder).length > before, 'the ledger in the folder grows')
    bucket.comeUp()
    await eventually(
      () => bucket.list(),
      (names) => names.some((name) => name.startsWith('erasures/')),
    )
  } finally {
    hanging.reject(new Error('the test is over'))
    await second.stop()
  }
})

test('a place where snapshots fail is still read again, and a flipped byte is found within 30 days', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, folderEnv(folder))
  try {
    await untilRuns(service, 'check', 1)
    lockForever(folder)
    const object = join('objects', filesBelow(join(folder, 'objects'))[0] ?? '')
    const bytes = readFileSync(join(folder, object))
    bytes[3] = (bytes[3] ?? 0) ^ 1
    writeFileSync(join(folder, object), bytes)
    let nights = 0
    for (let state = 'done'; state === 'done'; nights++) {
      service.clock.now += dayMs
      const at = service.clock.now
      state = (await untilLatest(service, ['check', 'folder'], ({ begunAt }) => begunAt === at)).state
    }
    assert.ok(nights <= 30, `${nights} nights`)
    const [snapshot] = await runsOf(service, 'snapshot')
    assert.equal(snapshot?.state, 'failed')
    const kinds = (await problemsOf(service, folder)).map(({ kind }) => kind)
    assert.ok(kinds.includes('differs') && kinds.includes('failed'), kinds.join())
    // Now the place itself is gone, which doesn't make its files sound.
    rmSync(folder, { recursive: true })
    service.clock.now += dayMs
    const at = service.clock.now
    const gone = await untilLatest(service, ['check', 'folder'], ({ begunAt }) => begunAt === at)
    assert.equal(gone.state, 'failed')
    assert.ok((await problemsOf(service, folder)).some(({ kind }) => kind === 'differs'))
    // An empty folder instead of a disk isn't sound either.
    mkdirSync(folder)
    service.clock.now += dayMs
    const then = service.clock.now
    const empty = await untilLatest(service, ['check', 'folder'], ({ begunAt }) => begunAt === then)
    assert.match(empty.reason, /contained snapshots before and no longer does/)
  } finally {
    await keeper.stop()
  }
})

test('a disk that is away for weeks is still missed, so nothing is written to the empty folder under it', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, folderEnv(folder))
  try {
    await untilRuns(service, 'check', 1)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    // Failures are tried again each hour.
    for (let hour = 0; hour < 60; hour++) {
      service.clock.now += 3_600_000
      await service.store.write<'begin-snapshot-run'>({
        kind: 'begin-snapshot-run',
        at: service.clock.now - 1,
        runId: `failed-${hour}`,
        target: 'folder',
        work: 'snapshot',
        place: folder,
      })
    }
    service.clock.now += dayMs
    const at = service.clock.now
    const run = await untilLatest(service, ['snapshot', 'folder'], ({ begunAt }) => begunAt === at)
    assert.match(run.reason, /contained snapshots before and no longer does/)
    assert.deepEqual(filesBelow(folder), [])
  } finally {
    await keeper.stop()
  }
})

test('a damaged index is named with what to do, and old files go again once that is done', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, { ...folderEnv(folder), INNKEEPER_SNAPSHOT_KEEP: '1 daily' })
  try {
    await untilRuns(service, 'check', 1)
    const [first = ''] = idsIn(folder)
    const index = join(folder, 'snapshots', first, 'index.txt.gz')
    writeFileSync(index, readFileSync(index).subarray(0, -9))
    await service.receive([
      message('C1', service.clock.now, { id: 'later', from: 'U-owner', content: { type: 'text', text: 'later' } }),
    ])
    service.clock.now += dayMs
    await untilRuns(service, 'check', 2)
    const found = await problemsOf(service, folder)
    const advice = new RegExp(
      `${first}/index\\.txt\\.gz is damaged.+until you remove snapshots/${first} from the place\\.`,
    )
    for (const kind of ['incomplete', 'differs']) {
      assert.match(found.find((one) => one.kind === kind)?.reason ?? '', advice, kind)
    }
    assert.equal(idsIn(folder).length, 2)
    rmSync(join(folder, 'snapshots', first), { recursive: true })
    service.clock.now += dayMs
    await untilRuns(service, 'check', 3)
    assert.deepEqual(await problemsOf(service, folder), [])
    assert.equal(filesBelow(join(folder, 'snapshots')).length, 3)
  } finally {
    await keeper.stop()
  }
})

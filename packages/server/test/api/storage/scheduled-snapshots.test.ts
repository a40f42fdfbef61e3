import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperatorReport } from '@innkeeper/contract'
import { unsent } from '../../support/content/chat-events.ts'
import { eventually } from '../../support/eventually.ts'
import { createKeyPair } from '../../support/process/age.ts'
import { newFolder } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import {
  bucketEnv,
  dayMs,
  folderEnv,
  idsIn,
  keep,
  photo,
  runsOf,
  startFilled,
  untilLatest,
  untilRuns,
} from '../../support/scheduled-snapshots.ts'
import { filesBelow } from '../../support/snapshots.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

test('a service makes a snapshot when it is time, checks it, and shows both to the operator', async () => {
  const folder = newFolder()
  const service = await startFilled(folderEnv(folder))
  const [run] = await untilRuns(service, 'snapshot', 1)
  assert.deepEqual([run?.state, run?.reason], ['done', ''])
  await untilRuns(service, 'check', 1)
  assert.equal(idsIn(folder).length, 1)
  const operator = await service.caller('U-operator', { isOperator: true })
  const { snapshots }: OperatorReport = (await operator.get('/api/operator')).body
  assert.deepEqual(
    [snapshots.schedule, snapshots.nextAt, snapshots.encryption],
    ['daily 03:00', '2026-03-11T03:00:00Z', 'none'],
  )
  const [place] = snapshots.places
  assert.deepEqual(
    [place?.where, place?.lastRun?.state, place?.lastCheck?.state, place?.problems],
    [folder, 'done', 'done', []],
  )
  assert.ok(readdirSync(service.dataDir).every((name) => !name.startsWith('snapshotting')))
})

// One process has a SQLite store to itself.
if (engine === 'postgres') {
  test('of two schedulers on one store, exactly one makes the snapshot', async () => {
    const folder = newFolder()
    const first = await startFilled(folderEnv(folder))
    await startTestService(folderEnv(folder), { at: first.environment })
    await untilRuns(first, 'check', 1)
    assert.equal((await runsOf(first, 'snapshot')).length, 1)
    assert.equal(idsIn(folder).length, 1)
  })
}

test('the next day there is another one, and the same day none, also if the clock is set back', async () => {
  const service = await startFilled()
  const keeper = keep(service, folderEnv(newFolder()))
  try {
    await untilRuns(service, 'check', 1)
    service.clock.now -= 3_600_000
    await pause(500)
    assert.equal((await runsOf(service, 'snapshot')).length, 1)
    service.clock.now += dayMs
    const runs = await untilRuns(service, 'snapshot', 2)
    assert.deepEqual(
      runs.map(({ state }) => state),
      ['done', 'done'],
    )
    assert.equal(runs[0]?.counts.sharedFiles, 1)
  } finally {
    await keeper.stop()
  }
})

test('while the clock is a year ahead, snapshots go on; set right again, the newest stays the newest', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const right = service.clock.now
  const keeper = keep(service, { ...folderEnv(folder), INNKEEPER_SNAPSHOT_KEEP: '1 daily' })
  try {
    // A check follows each snapshot.
    for (const at of [right, right + 365 * dayMs, right + dayMs]) {
      service.clock.now = at
      await eventually(
        () => runsOf(service, 'check'),
        (runs) => runs.some(({ begunAt, finishedAt }) => begunAt === at && finishedAt !== null),
      )
    }
    const newest = (await runsOf(service, 'snapshot')).find(({ begunAt }) => begunAt === right + dayMs)
    assert.deepEqual([newest?.state, newest?.reason], ['done', ''])
    const ids = [...new Set(filesBelow(join(folder, 'snapshots')).map((name) => name.split('/')[0]))]
    assert.deepEqual(ids, [newest?.notes.snapshotId], 'the one of the wrong day went, as an older one would')
  } finally {
    await keeper.stop()
  }
})

test('a bucket that is down makes a failed snapshot with the reason, and the next one is whole', async () => {
  const service = await startFilled()
  const bucket = await openBucket()
  bucket.goDown()
  const keeper = keep(service, bucketEnv(bucket))
  try {
    const failed = await untilLatest(service, ['snapshot', 'bucket'], ({ state }) => state === 'failed')
    assert.match(failed.reason, /does not respond correctly/)
    bucket.comeUp()
    service.clock.now += 3_600_000
    await untilLatest(service, ['snapshot', 'bucket'], ({ state }) => state === 'done')
    const names = await bucket.list()
    assert.equal(names.filter((name) => name.startsWith('snapshots/')).length, 3)
    assert.equal(names.filter((name) => name.startsWith('objects/')).length, 1)
  } finally {
    await keeper.stop()
  }
})

test('keys that may not delete still make snapshots, and why old files stay is recorded', async () => {
  const service = await startFilled()
  const bucket = await openBucket()
  bucket.decide(({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined))
  await bucket.write(`objects/ab/${'c'.repeat(62)}`, 'left behind by an interrupted run')
  const keeper = keep(service, bucketEnv(bucket))
  try {
    const first = await untilLatest(service, ['snapshot', 'bucket'], ({ state }) => state === 'done')
    assert.match(first.reason, /^Old snapshots were not removed\. The keys are not allowed to delete from/)
    service.clock.now += dayMs
    await untilLatest(service, ['snapshot', 'bucket'], ({ state, runId }) => state === 'done' && runId !== first.runId)
  } finally {
    await keeper.stop()
  }
})

test('within 30 days a check names a flipped byte, and the next snapshot repairs it', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, { ...folderEnv(folder), INNKEEPER_SNAPSHOT_KEEP: '1 daily' })
  try {
    await untilRuns(service, 'check', 1)
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
    const [found] = await runsOf(service, 'check')
    assert.match(found?.reason ?? '', new RegExp(`^${object} is damaged`))
    service.clock.now += dayMs
    const at = service.clock.now
    const next = await untilLatest(service, ['check', 'folder'], ({ begunAt }) => begunAt === at)
    assert.equal(next.state, 'done')
    assert.deepEqual(readFileSync(join(folder, object)), photo)
  } finally {
    await keeper.stop()
  }
})

test('old snapshots go with the files that only they have, and what interrupted runs left behind', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, { ...folderEnv(folder), INNKEEPER_SNAPSHOT_KEEP: '1 daily' })
  try {
    await untilRuns(service, 'check', 1)
    const [first] = idsIn(folder)
    const orphans = [`objects/ab/${'c'.repeat(62)}`, `snapshots/20260101T030000Z-0123abcd/innkeeper.db.gz`]
    for (const name of orphans) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), 'left behind')
    }
    await service.receive([unsent('C1', service.clock.now, 'photo')])
    service.clock.now += dayMs
    await untilRuns(service, 'check', 2)
    const ids = [...new Set(filesBelow(join(folder, 'snapshots')).map((name) => name.split('/')[0]))]
    assert.equal(ids.length, 1)
    assert.notEqual(ids[0], first)
    assert.deepEqual(filesBelow(join(folder, 'objects')), [])
  } finally {
    await keeper.stop()
  }
})

test('a drill restores the latest snapshot and tests it; with only a public key, its status says why it cannot', async () => {
  const { recipient } = await createKeyPair()
  const cases: [env: Record<string, string>, state: string, reason: RegExp][] = [
    [{}, 'done', /^$/],
    [{ INNKEEPER_SNAPSHOT_PASSPHRASE: 'correct horse battery' }, 'done', /^$/],
    [{ INNKEEPER_SNAPSHOT_RECIPIENTS: recipient }, 'impossible', /does not have the private key/],
  ]
  for (const [env, state, reason] of cases) {
    const service = await startFilled()
    // A browser that is signed in has a key, which no restore brings back.
    const { authorization = '' } = await service.caller('U-owner')
    const signIn = { method: 'POST', headers: { authorization } }
    assert.equal((await fetch(`${service.url}/api/sign-ins`, signIn)).status, 201)
    const keeper = keep(service, { ...folderEnv(newFolder()), INNKEEPER_SNAPSHOT_DRILL: 'daily 05:00', ...env })
    try {
      await untilRuns(service, 'check', 1)
      assert.equal((await runsOf(service, 'drill')).length, 0)
      service.clock.now += dayMs
      const [drill] = await untilRuns(service, 'drill', 1)
      assert.equal(drill?.state, state, drill?.reason)
      assert.match(drill?.reason ?? '', reason)
      if (state === 'done') assert.deepEqual([drill?.counts.messages, drill?.counts.files], [2, 1])
    } finally {
      await keeper.stop()
    }
    assert.ok(readdirSync(service.dataDir).every((name) => !name.startsWith('snapshotting')))
  }
})

test('a drill of a sabotaged snapshot fails and names the file', async () => {
  const service = await startFilled()
  const folder = newFolder()
  const keeper = keep(service, { ...folderEnv(folder), INNKEEPER_SNAPSHOT_DRILL: 'daily 05:00' })
  try {
    await untilRuns(service, 'check', 1)
    service.clock.now += dayMs
    await untilRuns(service, 'drill', 1)
    for (const name of filesBelow(join(folder, 'objects')))
      writeFileSync(join(folder, 'objects', name), photo.fill('x', 0, 1))
    service.clock.now += dayMs
    const drill = await untilLatest(service, ['drill', 'folder'], ({ begunAt }) => begunAt === service.clock.now)
    assert.equal(drill.state, 'failed')
    assert.match(drill.reason, /^objects.+ is damaged/)
  } finally {
    await keeper.stop()
  }
})

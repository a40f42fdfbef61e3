import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { innkeeper, newFolder, serve, withData } from '../support/process/process.ts'

test('status says by its exit code whether a service is fine, needs attention, or is not reachable', async () => {
  const dataDir = newFolder()
  const folder = newFolder()
  const env = { INNKEEPER_SNAPSHOT_FOLDER: folder }
  // Creates the data. A service would find at once that there is no snapshot.
  await withData(dataDir, async () => {})
  const look = async () => {
    const { code, stdout, stderr } = await innkeeper(['status', '--json', '--data', dataDir], { env })
    assert.equal(stderr, '')
    return { code, ...JSON.parse(stdout) }
  }
  const stopped = await look()
  assert.deepEqual([stopped.code, stopped.state], [2, 'unreachable'])
  assert.equal((await innkeeper(['snapshot', '--data', dataDir], { env })).code, 0)

  const service = await serve(dataDir, { env })
  try {
    const fine = await look()
    assert.deepEqual([fine.code, fine.state, fine.problems], [0, 'fine', []])

    rmSync(folder, { recursive: true })
    assert.equal((await innkeeper(['snapshot', '--data', dataDir], { env })).code, 1)
    const failed = await look()
    assert.deepEqual([failed.code, failed.state], [1, 'attention'])
    assert.deepEqual(
      failed.problems.map(({ kind, place }: { kind: string; place: string }) => [kind, place]),
      [['snapshot-failed', folder]],
    )
    assert.match(failed.problems[0].reason, /does not exist/)
    const { stdout } = await innkeeper(['status', '--data', dataDir], { env })
    assert.match(stdout, /^Something needs attention\.\n- .+does not exist/)
  } finally {
    await service.stop()
  }
})

test('status shows what the service itself found, such as that there is no snapshot', async () => {
  const dataDir = newFolder()
  const service = await serve(dataDir)
  try {
    const found = await eventually(
      async () => JSON.parse((await innkeeper(['status', '--json', '--data', dataDir])).stdout),
      ({ state }) => state === 'attention',
      { everyMs: 1_000 },
    )
    assert.deepEqual(found.problems, [
      {
        kind: 'never-backed-up',
        place: null,
        reason:
          'There is no snapshot of this server yet. Set a schedule for snapshots in the service settings, or with ' +
          'INNKEEPER_SNAPSHOT_SCHEDULE. They need a place: INNKEEPER_SNAPSHOT_FOLDER, a folder on another disk, or ' +
          'INNKEEPER_SNAPSHOT_BUCKET. Then a failing disk does not lose everything.',
      },
    ])
    // The service itself looks only once a minute.
    assert.equal((await innkeeper(['snapshot', join(newFolder(), 'first'), '--data', dataDir])).code, 0)
    const { stdout, code } = await innkeeper(['status', '--data', dataDir])
    assert.match(stdout, /is running, and nothing needs attention\.$/m)
    assert.equal(code, 0)
  } finally {
    await service.stop()
  }
})

test('a first snapshot that never comes is late, although there was never one', async () => {
  const dataDir = newFolder()
  const folder = newFolder()
  const env = {
    INNKEEPER_SNAPSHOT_FOLDER: join(folder, 'not-mounted'),
    INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00',
  }
  const service = await serve(dataDir, { env })
  const look = async () => JSON.parse((await innkeeper(['status', '--json', '--data', dataDir], { env })).stdout)
  const kindsOf = ({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind)
  try {
    const early = await eventually(look, (status) => kindsOf(status).includes('snapshot-failed'), { everyMs: 1_000 })
    assert.ok(!kindsOf(early).includes('snapshot-late'))
    await withData(dataDir, async ({ store }) => {
      const at = Date.now() - 31 * 3_600_000
      const [known] = await store.listSnapshotSchedules()
      assert.ok(known)
      const places = [known.place]
      await store.write<'note-snapshot-schedules'>({ kind: 'note-snapshot-schedules', at, schedule: 'x', places })
      await store.write<'note-snapshot-schedules'>({
        kind: 'note-snapshot-schedules',
        at,
        schedule: known.schedule,
        places,
      })
    })
    assert.ok(kindsOf(await look()).includes('snapshot-late'))
  } finally {
    await service.stop()
  }
})

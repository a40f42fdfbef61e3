import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'
import { fillData } from '../support/snapshots.ts'

test('status says by its exit code whether a service is fine, needs attention, or is not reachable', async () => {
  const dataDir = await fillData()
  const folder = newFolder()
  const env = { INNKEEPER_SNAPSHOT_FOLDER: folder }
  const look = async () => {
    const { code, stdout, stderr } = await innkeeper(['status', '--json', '--data', dataDir], { env })
    assert.equal(stderr, '')
    return { code, ...JSON.parse(stdout) }
  }
  const stopped = await look()
  assert.deepEqual([stopped.code, stopped.state], [2, 'unreachable'])

  const service = await serve(dataDir)
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

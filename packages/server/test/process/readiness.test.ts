import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadiness, isDiskLow } from '../../src/actions/storage/readiness.ts'
import { startTestService } from '../support/test-service.ts'

const gib = 1024 ** 3

test('a disk is low below 2 GiB, below 5 %, and on a small disk below half', () => {
  const cases: [freeBytes: number, totalBytes: number, isLow: boolean][] = [
    [2 * gib, 20 * gib, false],
    [2 * gib - 1, 20 * gib, true],
    [50 * gib, 1000 * gib, false],
    [50 * gib - 1, 1000 * gib, true],
    [gib, 2 * gib, false],
    [gib - 1, 2 * gib, true],
    [0, 100 * gib, true],
  ]
  for (const [freeBytes, totalBytes, isLow] of cases) {
    assert.equal(isDiskLow({ freeBytes, totalBytes }), isLow, `${freeBytes} of ${totalBytes}`)
  }
})

test('a low disk causes a warning until there is space again, and stops nothing', async () => {
  const { store } = await startTestService()
  const readiness = createReadiness({ store })
  assert.deepEqual(readiness.warnings(), [])
  readiness.noteDisk({ freeBytes: 1.5 * gib, totalBytes: 100 * gib })
  assert.deepEqual(readiness.warnings(), ['The disk is nearly full: 1.5 GiB left'])
  assert.equal(await readiness.findProblem(), undefined)
  readiness.noteDisk({ freeBytes: 50 * gib, totalBytes: 100 * gib })
  assert.deepEqual(readiness.warnings(), [])
})

test('a service that is stopping, or whose store does not answer, is not ready', async () => {
  const { store } = await startTestService()
  const silent = createReadiness({ store: { ...store, ping: () => Promise.reject(new Error('gone')) } })
  assert.equal(await silent.findProblem(), 'the store does not answer')
  const stopping = createReadiness({ store })
  assert.equal(await stopping.findProblem(), undefined)
  stopping.noteStopping()
  assert.equal(await stopping.findProblem(), 'the service is stopping')
})

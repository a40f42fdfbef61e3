import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../../src/domain/platforms/platform-errors.ts'
import { decidePullPause } from '../../../src/domain/platforms/pull-pause.ts'

const pausesAfter = (error: unknown) => [1, 2, 3, 6, 50].map((failures) => decidePullPause(error, failures) / 1000)

test('a platform that does not respond is asked again after 1 to 30 seconds', () => {
  assert.deepEqual(pausesAfter(new PlatformSilence('timed out')), [1, 2, 4, 30, 30])
  assert.deepEqual(pausesAfter(new Error('a bug')), [1, 2, 4, 30, 30])
})

test('another program with the same account gets some seconds to stop', () => {
  assert.deepEqual(pausesAfter(new PlatformRefusal('conflict', 'terminated by other')), [5, 5, 5, 30, 30])
})

test('a token that was refused is tried again after minutes', () => {
  assert.deepEqual(pausesAfter(new PlatformRefusal('forbidden', 'Unauthorized')), [60, 120, 240, 300, 300])
})

test('a platform that says how long to wait is not asked earlier', () => {
  assert.deepEqual(
    pausesAfter(new PlatformRefusal('too-fast', 'later', { retryAfterMs: 3_600_000 })),
    Array(5).fill(3_600),
  )
  assert.deepEqual(pausesAfter(new PlatformRefusal('too-fast', 'later', { retryAfterMs: 100 })), [1, 2, 4, 30, 30])
})

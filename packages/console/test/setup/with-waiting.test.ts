import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withWaiting } from '../../src/setup/platform/with-waiting.ts'

const expected = [
  { id: 'credentials', title: 'Access' },
  { id: 'account', title: 'Account' },
  { id: 'delivery', title: 'Test webhook' },
]
const ended = (id: string) => ({ id, state: 'ok', isBlocking: false, title: id, text: 'Fine', remedy: null }) as const
const shown = (ids: string[]) => withWaiting(ids.map(ended), expected).map(({ id, state }) => `${id} ${state}`)

test('checks that have ended come first, then the one that is running, then those that wait', () => {
  assert.deepEqual(shown([]), ['credentials running', 'account waiting', 'delivery waiting'])
  assert.deepEqual(shown(['credentials']), ['credentials ok', 'account running', 'delivery waiting'])
  assert.deepEqual(shown(['credentials', 'account', 'delivery']), ['credentials ok', 'account ok', 'delivery ok'])
})

test('a check that is made only if something is wrong is shown where it ended', () => {
  assert.deepEqual(shown(['credentials', 'account', 'clock']).slice(2), ['clock ok', 'delivery running'])
})

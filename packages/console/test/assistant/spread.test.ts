import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickSpread } from '../../src/assistant/trial/spread.ts'

test('a few examples are spread over the whole time', () => {
  const days = Array.from({ length: 50 }, (_, index) => index)
  assert.deepEqual(pickSpread(days, 5), [0, 12, 25, 37, 49])
  assert.deepEqual(pickSpread([1, 2, 3, 4, 5, 6], 5), [1, 2, 4, 5, 6])
  assert.deepEqual(pickSpread([1, 2, 3], 5), [1, 2, 3])
  assert.deepEqual(pickSpread([], 5), [])
})

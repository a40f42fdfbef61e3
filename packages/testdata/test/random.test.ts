import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'

test('a seed gives the same numbers on every machine', () => {
  const random = createRandom('innkeeper')
  const drawn = [random.next(), random.next(), random.next(), random.below(6), random.between(10, 20), random.hex(12)]
  assert.deepEqual(drawn, [55780371, 641033691, 1415561163, 2, 20, '3398145c38a8'])
})

test('a number and its text are the same seed, and any other text is a different one', () => {
  const streams = [7, '7', '8', '7 ', '', '七'].map((seed) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.next()).join()
  })
  assert.equal(streams[0], streams[1])
  assert.equal(new Set(streams).size, streams.length - 1)
})

test('draws stay within their bounds and reach every value', () => {
  const random = createRandom(1)
  const below = Array.from({ length: 1000 }, () => random.below(6))
  assert.deepEqual([...new Set(below)].sort(), [0, 1, 2, 3, 4, 5])
  const between = Array.from({ length: 1000 }, () => random.between(-2, 2))
  assert.deepEqual(
    [...new Set(between)].sort((a, b) => a - b),
    [-2, -1, 0, 1, 2],
  )
  const picked = Array.from({ length: 100 }, () => random.pick(['a', 'b']))
  assert.deepEqual([...new Set(picked)].sort(), ['a', 'b'])
})

test('a chance is true about as often as its percentage', () => {
  const random = createRandom(1)
  const count = (percent: number) => Array.from({ length: 20_000 }, () => random.chance(percent)).filter(Boolean).length
  assert.equal(count(0), 0)
  assert.equal(count(100), 20_000)
  const quarter = count(25)
  assert.ok(quarter > 4_700 && quarter < 5_300, `${quarter} of 20,000`)
})

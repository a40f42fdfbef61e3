import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheFigures } from '../../../src/actions/usage/figures-cache.ts'
import type { Figures } from '../../../src/ports/storage/figures.ts'

const none = { stored: 0, waiting: 0, lost: 0, lostReasons: [], bytes: 0 }

test('a count that takes longer than its cache time runs once for all callers and is cached from when it ends', async () => {
  const counting: PromiseWithResolvers<Figures>[] = []
  let now = Date.parse('2026-03-10T12:00:00Z')
  const figures = cacheFigures({
    clock: () => now,
    timezone: 'UTC',
    countFigures() {
      const one = Promise.withResolvers<Figures>()
      counting.push(one)
      return one.promise
    },
  })
  const first = figures()
  now += 90_000
  const second = figures()
  counting[0]?.resolve({ media: none, growth: [], unindexed: 7, largest: [], measuredAt: null })
  assert.deepEqual(await second, await first)
  now += 59_999
  assert.equal((await figures()).figures.unindexed, 7)
  assert.equal(counting.length, 1)
  now += 1
  const failing = figures()
  counting[1]?.reject(new Error('the store is away'))
  await assert.rejects(failing)
  void figures()
  assert.equal(counting.length, 3, 'a failed count is repeated')
})

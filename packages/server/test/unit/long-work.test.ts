import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { nextSlice } from '../../src/domain/long-work.ts'

async function work(name: string, slices: number, done: string[]): Promise<void> {
  for (let slice = 1; slice <= slices; slice++) {
    await nextSlice()
    done.push(`${name}${slice}`)
  }
}

test('long tasks take turns, and a shorter one ends before the others', async () => {
  const done: string[] = []
  await Promise.all([work('a', 3, done), work('b', 3, done), work('c', 1, done)])
  assert.deepEqual(done, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3'])
})

test('no turn of the event loop runs more than one slice, however much work there is', async () => {
  const done: string[] = []
  let isOver = false
  const all = Promise.all(Array.from({ length: 20 }, (_, index) => work(`${index} `, 5, done))).then(() => {
    isOver = true
  })
  let highest = 0
  while (!isOver) {
    const before = done.length
    await nextRound()
    highest = Math.max(highest, done.length - before)
  }
  await all
  assert.deepEqual([done.length, highest], [100, 1])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNextInTurn } from '../../src/domain/fair-turns.ts'

const cases: [waiting: string, running: string, limit: number, next: number | undefined, why: string][] = [
  ['', '', 2, undefined, 'nothing waits'],
  ['a', '', 2, 0, 'nothing runs'],
  ['aab', '', 2, 0, 'first come, first served'],
  ['aab', 'a', 2, 2, 'a person with nothing running goes first'],
  ['abc', 'ab', 2, 2, 'the person with the least running'],
  ['ba', 'aab', 3, 0, 'two of a, one of b'],
  ['aaa', 'aa', 2, undefined, 'the person is at their limit'],
  ['aab', 'aa', 2, 2, 'others are not delayed by that'],
  ['aabb', 'aabb', 2, undefined, 'both people are at their limit'],
]

for (const [waiting, running, limit, next, why] of cases) {
  test(`next of ${waiting || 'nobody'} while ${running || 'nothing'} runs: ${why}`, () => {
    const toWork = (names: string) => [...names].map((userId, index) => ({ userId, index }))
    assert.equal(findNextInTurn(toWork(waiting), toWork(running), limit)?.index, next)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNextInTurn } from '../../src/domain/fair-turns.ts'

const cases: [waiting: string, running: string, most: number, next: number | undefined, why: string][] = [
  ['', '', 2, undefined, 'nothing waits'],
  ['a', '', 2, 0, 'nothing runs'],
  ['aab', '', 2, 0, 'who came first'],
  ['aab', 'a', 2, 2, 'who has nothing running goes before who has'],
  ['abc', 'ab', 2, 2, 'the one with the least'],
  ['ba', 'aab', 3, 0, 'two of a, one of b'],
  ['aaa', 'aa', 2, undefined, 'as much runs as one person may'],
  ['aab', 'aa', 2, 2, 'others are not held up by it'],
  ['aabb', 'aabb', 2, undefined, 'nor may two people take more than theirs'],
]

for (const [waiting, running, most, next, why] of cases) {
  test(`of ${waiting || 'nobody'}, while ${running || 'nothing'} runs: ${why}`, () => {
    const toWork = (names: string) => [...names].map((userId, index) => ({ userId, index }))
    assert.equal(findNextInTurn(toWork(waiting), toWork(running), most)?.index, next)
  })
}

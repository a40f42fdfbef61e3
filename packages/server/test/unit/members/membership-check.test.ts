import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInDoubt, needsRecheck } from '../../../src/domain/members/membership-check.ts'

const hour = 3_600_000

test('members from before an absence of the bot wait until the platform confirms them, for an hour at most', () => {
  const returnedAt = 100 * hour
  const table: [what: string, joinedAt: number, checkedAt: number, now: number, expected: boolean][] = [
    ['there before, never confirmed', returnedAt - 1, 0, returnedAt, true],
    ['there before, confirmed before the absence', 0, returnedAt - 1, returnedAt + 1, true],
    ['there before, confirmed since', 0, returnedAt, returnedAt + 1, false],
    ['joined after the return', returnedAt, 0, returnedAt + 1, false],
    ['there before, and the hour is not over', 0, 0, returnedAt + hour - 1, true],
    ['there before, and the hour is over', 0, 0, returnedAt + hour, false],
  ]
  for (const [what, joinedAt, checkedAt, now, expected] of table) {
    assert.equal(isInDoubt({ joinedAt, checkedAt, returnedAt }, now), expected, what)
  }
  assert.equal(isInDoubt({ joinedAt: 0, checkedAt: 0, returnedAt: null }, 5), false, 'never away')
})

test('more than a third is too many to believe at once', () => {
  const table: [gone: number, asked: number, expected: boolean][] = [
    [0, 0, false],
    [0, 5, false],
    [1, 3, false],
    [1, 2, true],
    [1, 1, true],
    [33, 99, false],
    [34, 99, true],
  ]
  for (const [gone, asked, expected] of table) assert.equal(needsRecheck(gone, asked), expected, `${gone} of ${asked}`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiredBefore, keptDays } from '../../../src/domain/messages/retention.ts'

test("the shorter of the owner's setting and the operator's ceiling counts", () => {
  const cases: [days: number | null, ceiling: number | null, kept: number | null][] = [
    [null, null, null],
    [7, null, 7],
    [null, 30, 30],
    [7, 30, 7],
    [30, 7, 7],
    [7, 7, 7],
  ]
  for (const [days, ceiling, kept] of cases) assert.equal(keptDays(days, ceiling), kept, `${days} under ${ceiling}`)
})

test('a message is kept for its days, to the millisecond', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  assert.equal(expiredBefore(now, 1), Date.parse('2026-03-09T12:00:00Z'))
  assert.equal(expiredBefore(now, 365), Date.parse('2025-03-10T12:00:00Z'))
  assert.ok(expiredBefore(now, null) < Date.parse('0001-01-01T00:00:00Z'), 'kept forever: nothing is old enough')
})

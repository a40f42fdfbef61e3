import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAttempt, pickNext, type Waiting } from '../../../src/domain/webhooks/deliver.ts'

const refused = {
  kind: 'refused',
  status: 500,
  problem: 'It failed',
  answer: '',
  isGone: false,
  retryAfterMs: undefined,
} as const
const [second, minute, hour] = [1000, 60_000, 3_600_000]

test('an event is tried ten times, as Standard Webhooks says, and then given up', () => {
  const waits: (number | null)[] = []
  let now = 0
  for (let attempts = 0; attempts < 10; attempts++) {
    const { nextAt } = afterAttempt(refused, { attempts, now, random: 0 })
    waits.push(nextAt === null ? null : nextAt - now)
    now = nextAt ?? now
  }
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour)
  assert.deepEqual(waits, [5 * second, 5 * minute, 30 * minute, ...hours, null])
})

test('attempts are spread by up to a tenth, and never earlier than the receiver asked', () => {
  const at = (random: number, retryAfterMs?: number) =>
    afterAttempt({ ...refused, retryAfterMs }, { attempts: 1, now: 0, random }).nextAt
  assert.deepEqual([at(0), at(1)], [5 * minute, 5.5 * minute])
  assert.equal(at(1, 20 * minute), 20 * minute)
  assert.equal(at(0, 1_000 * hour), hour, 'but no receiver can ask for more than an hour')
})

test('a failing event holds up later ones twice, and is then tried apart from them', () => {
  const first = (attempts: number, nextAt: number): Waiting => ({ no: 1, attempts, nextAt })
  const later: Waiting = { no: 2, attempts: 0, nextAt: 0 }
  const next = (one: Waiting, now: number) => pickNext([one, later], now)?.no
  assert.equal(next(first(0, 0), 10), 1)
  assert.equal(next(first(1, 20), 10), undefined)
  assert.equal(next(first(2, 20), 10), undefined)
  assert.equal(next(first(2, 20), 20), 1)
  assert.equal(next(first(3, 20), 10), 2)
})

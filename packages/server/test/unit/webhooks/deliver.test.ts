import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAttempt, decideOff, type Failing, failingAfter } from '../../../src/domain/webhooks/deliver.ts'

const refused = {
  kind: 'refused',
  failure: 'rejected',
  detail: '',
  status: 500,
  answer: '',
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

test('five days of failing turn it off, and days without an attempt are not among them', () => {
  const day = 24 * hour
  const never = { failingSince: null, failedAt: null }
  /** Attempts that fail at these times. */
  const failAt = (times: readonly number[]) => {
    let state: Failing = never
    const decisions = times.map((now) => {
      state = failingAfter(refused, state, now)
      return decideOff(refused, state, now)
    })
    return decisions.at(-1)
  }
  assert.equal(failAt([0, day, 2 * day, 3 * day, 4 * day, 5 * day]), 'failing')
  assert.equal(failAt([0, day, 2 * day, 3 * day, 4 * day, 5 * day - 1]), undefined)
  assert.equal(failAt([0, 5 * day]), undefined, 'idle')
  assert.equal(failAt([0, 3 * day, 3.5 * day, 5 * day, 6 * day]), undefined, 'idle in between')
  assert.deepEqual(failingAfter({ kind: 'sent' }, { failingSince: 0, failedAt: day }, 2 * day), never)
  assert.equal(decideOff({ ...refused, failure: 'gone' }, never, 0), 'gone')
})

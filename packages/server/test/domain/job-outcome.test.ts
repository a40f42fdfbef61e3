import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type JobKind, mostAttempts, retryAt } from '../../src/domain/job.ts'
import { decideFailedReply, decideNotToReply, decideRetry, type ReplyFailure } from '../../src/domain/job-outcome.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const right = (expiresAt: number | null) => ({
  reply: { token: 't', expiresAt, isOneUse: true, cost: 'free' as const },
  createdAt: now,
})

describe('when something is tried again', () => {
  test('later each time, never later than ten minutes, and spread over half of the time', () => {
    const earliest = [1, 2, 3, 10, 11, 50].map((attempts) => retryAt(now, attempts, 0) - now)
    const latest = [1, 2, 3, 10, 11, 50].map((attempts) => retryAt(now, attempts, 1) - now)
    assert.deepEqual(latest, [1_000, 2_000, 4_000, 512_000, 600_000, 600_000])
    assert.deepEqual(
      earliest,
      latest.map((delay) => delay / 2),
    )
  })

  test('every kind is buried after its last attempt, and not before', () => {
    for (const [kind, most] of Object.entries(mostAttempts) as [JobKind, number][]) {
      const outcome = (attempts: number) => decideRetry(kind, 'no answer', { attempts, now, random: 0 }).kind
      assert.deepEqual([outcome(most - 1), outcome(most)], ['retry', 'bury'], kind)
    }
  })
})

describe('what becomes of a reply', () => {
  test('it is sent only while the right lasts and the channel is active', () => {
    const decide = (expiresAt: number | null, isActive: boolean, at = now) =>
      decideNotToReply(right(expiresAt), { isActive, attempts: 1, now: at })?.kind
    assert.equal(decide(now + 1, true), undefined)
    assert.equal(decide(now, true), 'bury')
    assert.equal(decide(now + 1, false), 'bury')
    assert.equal(decide(null, true), undefined)
    assert.equal(decide(null, true, now + 599_999), undefined)
    assert.equal(decide(null, true, now + 600_000), 'bury', 'nobody remembers the question')
  })

  const cases: [what: string, failure: ReplyFailure['kind'], attempts: number, leftMs: number, outcome: string][] = [
    ['silence is followed by another try', 'silence', 1, 50_000, 'retry after 1000'],
    ['whose pause stays short', 'silence', 6, 50_000, 'retry after 4000'],
    ['as often as is sensible', 'silence', 8, 50_000, 'bury'],
    ['and only where the right lasts until then', 'silence', 1, 1_000, 'bury'],
    ['too fast waits without counting', 'too-fast', 1, 50_000, 'give-back after 1000'],
    ['and not beyond the right', 'too-fast', 1, 900, 'bury'],
    ['a spent right at first is a failure', 'right-spent', 1, 50_000, 'bury'],
    ['a spent right later is the trace of the try before', 'right-spent', 2, 50_000, 'done'],
    ['unless the right is over anyway', 'right-spent', 2, 0, 'bury'],
    ['any other no is final', 'refused', 1, 50_000, 'bury'],
    ['however often it was tried', 'refused', 3, 50_000, 'bury'],
  ]
  for (const [what, kind, attempts, leftMs, expected] of cases) {
    test(what, () => {
      const tried = { attempts, now, random: 1 }
      const outcome = decideFailedReply(right(now + leftMs), { kind, reason: 'because' }, tried)
      const after = 'runAt' in outcome ? ` after ${outcome.runAt - now}` : ''
      assert.equal(outcome.kind + after, expected)
    })
  }
})

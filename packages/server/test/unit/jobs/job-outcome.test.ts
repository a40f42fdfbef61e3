import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type JobKind, mostAttempts, retryAt } from '../../../src/domain/jobs/job.ts'
import {
  decideFailedPush,
  decideFailedReply,
  decideNotToPush,
  decideNotToReply,
  decideRetry,
  type Outcome,
  pushUntil,
  type SendError,
} from '../../../src/domain/jobs/job-outcome.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const right = (expiresAt: number | null) => ({
  reply: { token: 't', expiresAt, isOneUse: true, cost: 'free' as const },
  createdAt: now,
})

describe('a job that fails', () => {
  test('is retried later each time, after ten minutes at most, and spread over half of the delay', () => {
    const earliest = [1, 2, 3, 10, 11, 50].map((attempts) => retryAt(now, attempts, 0) - now)
    const latest = [1, 2, 3, 10, 11, 50].map((attempts) => retryAt(now, attempts, 1) - now)
    assert.deepEqual(latest, [1_000, 2_000, 4_000, 512_000, 600_000, 600_000])
    assert.deepEqual(
      earliest,
      latest.map((delay) => delay / 2),
    )
  })

  test('is buried after its last attempt, and not before, whatever its kind', () => {
    for (const [kind, limit] of Object.entries(mostAttempts) as [JobKind, number][]) {
      const outcome = (attempts: number) => decideRetry(kind, 'no answer', { attempts, now, random: 0 }).kind
      assert.deepEqual([outcome(limit - 1), outcome(limit)], ['retry', 'bury'], kind)
    }
  })
})

/** Short form. `bury` without a reason means that it is unknown whether the message arrived. */
function short(outcome: Outcome | undefined): string | undefined {
  if (!outcome) return undefined
  if ('runAt' in outcome) return `${outcome.kind} after ${outcome.runAt - now}`
  return outcome.kind === 'bury' && outcome.failure ? `bury ${outcome.failure}` : outcome.kind
}

const error = (kind: SendError['kind']): SendError =>
  kind === 'refused' ? { kind, reason: 'because', failure: 'platform' } : { kind, reason: 'because' }

type Case = [what: string, error: SendError['kind'], attempts: number, leftMs: number, outcome: string]

describe('the outcome of a reply', () => {
  test('it is sent only while the right lasts and the channel is active', () => {
    const decide = (expiresAt: number | null, isActive: boolean, { at = now, attempts = 1 } = {}) =>
      short(decideNotToReply(right(expiresAt), { isActive, attempts, now: at }))
    assert.equal(decide(now + 1, true), undefined)
    assert.equal(decide(now, true), 'push-instead', 'the right expired unused')
    assert.equal(decide(now, true, { attempts: 2 }), 'bury', 'it may have been used')
    assert.equal(decide(now + 1, false), 'bury channel-disabled')
    assert.equal(decide(now, false), 'bury channel-disabled', 'it is not pushed there')
    assert.equal(decide(now + 1, false, { attempts: 2 }), 'bury')
    assert.equal(decide(null, true), undefined)
    assert.equal(decide(null, true, { at: now + 599_999 }), undefined)
    assert.equal(decide(null, true, { at: now + 600_000 }), 'bury expired', 'the question is too old, and so is a push')
  })

  test('in a chat that wants a pause it waits for the end, if it is still of use then', () => {
    const decide = (pausedUntil: number) =>
      short(decideNotToReply(right(now + 50_000), { isActive: true, attempts: 1, now, pausedUntil }))
    assert.equal(decide(now), undefined)
    assert.equal(decide(now + 35_000), 'give-back after 35000')
    assert.equal(decide(now + 50_000), 'push-instead')
  })

  test('with a right that can be used again, what may have arrived is not sent again', () => {
    const free = { reply: { token: 't', expiresAt: null, isOneUse: false, cost: 'free' as const }, createdAt: now }
    const after = (kind: SendError['kind'], at = now) =>
      short(decideFailedReply(free, error(kind), { attempts: 1, now: at, random: 1 }))
    assert.equal(short(decideNotToReply(free, { isActive: true, attempts: 1, now })), undefined)
    assert.equal(
      short(decideNotToReply(free, { isActive: true, attempts: 2, now })),
      'bury',
      'an attempt was interrupted',
    )
    assert.equal(after('silence'), 'bury')
    assert.equal(after('unsent'), 'give-back after 1000')
    assert.equal(after('unsent', now + 8_000), 'give-back after 16000')
    assert.equal(after('unsent', now + 590_000), 'bury expired')
    assert.equal(after('too-fast'), 'give-back after 1000')
    assert.equal(after('right-spent'), 'bury platform')
    assert.equal(after('partly-sent'), 'bury')
    assert.equal(after('refused'), 'bury platform')
  })

  test('the platform decides how long to wait if it says so', () => {
    const slow = { kind: 'too-fast', reason: 'because', retryAfterMs: 35_000 } as const
    const decide = (leftMs: number) =>
      short(decideFailedReply(right(now + leftMs), slow, { attempts: 1, now, random: 1 }))
    assert.equal(decide(50_000), 'give-back after 35000')
    assert.equal(decide(35_000), 'push-instead')
  })

  const cases: Case[] = [
    ['no response is followed by another attempt', 'silence', 1, 50_000, 'retry after 1000'],
    ['after a delay that stays short', 'silence', 6, 50_000, 'retry after 4000'],
    ['a limited number of times', 'silence', 8, 50_000, 'bury'],
    ['and only if the right lasts until then; it is never pushed', 'silence', 1, 1_000, 'bury'],
    ['a rate limit delays it without counting an attempt', 'too-fast', 1, 50_000, 'give-back after 1000'],
    ['and after the right expires it can be pushed, as it was not sent', 'too-fast', 1, 900, 'push-instead'],
    ['but not if there was an earlier attempt', 'too-fast', 2, 900, 'bury'],
    [
      'what certainly was not sent is tried again, without counting an attempt',
      'unsent',
      1,
      50_000,
      'give-back after 1000',
    ],
    ['and can be pushed when the right has expired', 'unsent', 1, 900, 'push-instead'],
    ['what arrived in part is neither sent again nor pushed', 'partly-sent', 1, 50_000, 'bury'],
    ['a used right on the first attempt is a failure, and is not pushed', 'right-spent', 1, 50_000, 'bury no-token'],
    ['a used right on a later attempt was used by the attempt before', 'right-spent', 2, 50_000, 'done'],
    ['unless the right has expired anyway', 'right-spent', 2, 0, 'bury'],
    ['any other refusal is final', 'refused', 1, 50_000, 'bury platform'],
    ['but says nothing about an earlier attempt', 'refused', 3, 50_000, 'bury'],
  ]
  for (const [what, kind, attempts, leftMs, expected] of cases) {
    test(what, () => {
      const outcome = decideFailedReply(right(now + leftMs), error(kind), { attempts, now, random: 1 })
      assert.equal(short(outcome), expected)
    })
  }
})

describe('the outcome of a push', () => {
  const push = (until: number) => ({ until, createdAt: now })

  test('it is sent only while it is still useful and the channel is active', () => {
    const decide = (until: number, isActive: boolean, { at = now, attempts = 1 } = {}) =>
      short(decideNotToPush(push(until), { isActive, attempts, now: at }))
    const days = now + 5 * 86_400_000
    assert.equal(decide(now + 1, true), undefined)
    assert.equal(decide(now, true), 'bury expired')
    assert.equal(decide(now, true, { attempts: 2 }), 'bury', 'the earlier attempt may have arrived')
    assert.equal(decide(now + 1, false), 'bury channel-disabled')
    assert.equal(decide(days, true, { at: now + 3_599_999, attempts: 3 }), undefined)
    assert.equal(decide(days, true, { at: now + 3_600_000, attempts: 3 }), 'bury', 'long before the key is forgotten')
  })

  test('an answer is useful for ten minutes, everything else for an hour, counted from its cause', () => {
    const kinds = ['answer', 'command', 'welcome', 'notice'] as const
    assert.deepEqual(
      kinds.map((kind) => pushUntil(kind, now)),
      [now + 600_000, now + 600_000, now + 3_600_000, now + 3_600_000],
    )
  })

  const cases: Case[] = [
    ['no response is followed by another attempt under the same key', 'silence', 1, 500_000, 'retry after 1000'],
    ['at growing intervals', 'silence', 6, 500_000, 'retry after 32000'],
    ['a limited number of times', 'silence', 12, 500_000, 'bury'],
    ['and only while it is still useful', 'silence', 1, 1_000, 'bury'],
    ['a rate limit delays it without counting an attempt', 'too-fast', 1, 500_000, 'give-back after 5000'],
    ['but not forever', 'too-fast', 1, 1_000, 'bury expired'],
    ['a refusal is final', 'refused', 1, 500_000, 'bury platform'],
    ['but says nothing about an earlier attempt', 'refused', 2, 500_000, 'bury'],
  ]
  for (const [what, kind, attempts, leftMs, expected] of cases) {
    test(what, () => {
      const outcome = decideFailedPush(push(now + leftMs), error(kind), { attempts, now, random: 1 })
      assert.equal(short(outcome), expected)
    })
  }

  test('a used-up quota is distinguished from other refusals', () => {
    const none: SendError = { kind: 'refused', reason: 'because', failure: 'quota' }
    assert.equal(short(decideFailedPush(push(now + 1), none, { attempts: 1, now, random: 1 })), 'bury quota')
    assert.equal(short(decideFailedReply(right(null), none, { attempts: 1, now, random: 1 })), 'bury quota')
  })
})

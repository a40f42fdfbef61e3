import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Attempts, nextTryTime, noAttempts, pauseAfter } from '../../../src/domain/certificates/renewal.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 18, 12)
const of90Days = { validFrom: now - 10 * dayMs, validUntil: now + 80 * dayMs }

describe('when to order a certificate', () => {
  test('pauses grow from one minute to six hours', () => {
    const minutes = [1, 2, 3, 4, 9, 10, 100].map((failures) => pauseAfter(failures) / minuteMs)
    assert.deepEqual(minutes, [1, 2, 4, 8, 256, 360, 360])
  })

  const failed = (more: Partial<Attempts>): Attempts => ({
    failures: 1,
    triedAt: now,
    problem: '',
    heldUntil: null,
    ...more,
  })
  const table: [
    when: string,
    certificate: typeof of90Days | undefined,
    attempts: Attempts,
    isStart: boolean,
    at: number,
  ][] = [
    ['at once without one', undefined, noAttempts, true, 0],
    ['when a third of its lifetime is left', of90Days, noAttempts, true, now + 50 * dayMs],
    [
      'when a third of six days is left',
      { validFrom: now, validUntil: now + 6 * dayMs },
      noAttempts,
      false,
      now + 4 * dayMs,
    ],
    [
      'an hour after a success, even if the new one is due already',
      { validFrom: now - 90 * dayMs, validUntil: now },
      { ...noAttempts, triedAt: now },
      true,
      now + hourMs,
    ],
    ['at once if the certificate was deleted', undefined, { ...noAttempts, triedAt: now }, true, 0],
    ['a minute after a failure', undefined, failed({}), false, now + minuteMs],
    ['after the same minute if the service was restarted', undefined, failed({}), true, now + minuteMs],
    ['six hours after many failures', undefined, failed({ failures: 20 }), false, now + 6 * hourMs],
    [
      'twelve minutes after many failures and a restart',
      undefined,
      failed({ failures: 20 }),
      true,
      now + 12 * minuteMs,
    ],
    ['when the authority allows it again', undefined, failed({ heldUntil: now + hourMs }), true, now + hourMs],
    ['after a week at the latest', undefined, failed({ heldUntil: now + 900 * dayMs }), true, now + 7 * dayMs],
    [
      'at once if the last try seems to be in the future, because the clock was wrong',
      undefined,
      failed({ triedAt: now + 900 * dayMs, heldUntil: now + 901 * dayMs }),
      false,
      0,
    ],
  ]
  for (const [when, certificate, attempts, isStart, at] of table) {
    test(when, () => assert.equal(nextTryTime(certificate, attempts, { now, isStart }), at))
  }
})

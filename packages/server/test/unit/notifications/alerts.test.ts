import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '@innkeeper/contract/findings'
import {
  type Alert,
  type AlertEvent,
  decideEvents,
  paceAlerts,
  type Telling,
} from '../../../src/domain/notifications/alerts/alert.ts'
import { composeMail } from '../../../src/domain/notifications/alerts/compose-mail.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const nameOf = (platform: string) => (platform === 'line' ? 'LINE' : platform)

const failed = (place: string, reason = 'It is full.'): Finding => ({
  level: 'bad',
  kind: 'snapshot-failed',
  place,
  reason,
})
const alert = (more: Partial<Alert> = {}): Alert => ({
  name: 'one',
  finding: failed('/mnt/a'),
  beganAt: now - day,
  seenAt: now,
  overAt: null,
  ...more,
})
const told = (more: Partial<Telling> = {}): Telling => ({
  name: 'one',
  beganAt: now - day,
  told: 'began',
  at: now,
  ...more,
})
const kindsOf = (alerts: Alert[], tellings: Telling[], at = now) =>
  decideEvents('mail', alerts, tellings, at).map(({ kind }) => kind)

describe('what is told about a problem', () => {
  const cases: [what: string, alert: Alert, telling: Telling | undefined, at: number, kinds: AlertEvent['kind'][]][] = [
    ['that it began', alert(), undefined, now, ['began']],
    ['nothing more for a day', alert(), told(), now + day - 1, []],
    ['a reminder after a day', alert(), told(), now + day, ['still']],
    ['that it is over', alert({ overAt: now }), told(), now, ['over']],
    ['once that it is over', alert({ overAt: now }), told({ told: 'over' }), now + 9 * day, []],
    ['nothing if it was over before anyone was told', alert({ overAt: now }), undefined, now, []],
    ['that it began again', alert({ beganAt: now }), told({ told: 'over' }), now, ['began']],
    ['that it began again, although the end was never told', alert({ beganAt: now }), told(), now, ['began']],
    ['no reminder if the clock was set back', alert(), told(), now - 9 * day, []],
  ]
  for (const [what, one, telling, at, kinds] of cases) {
    test(what, () => assert.deepEqual(kindsOf([one], telling ? [telling] : [], at), kinds))
  }

  test('that mail fails is told by webhook only', () => {
    const finding: Finding = { level: 'care', kind: 'alerts-failing', way: 'mail', reason: '' }
    assert.deepEqual(kindsOf([alert({ finding })], []), [])
    assert.equal(decideEvents('webhook', [alert({ finding })], [], now).length, 1)
  })

  test('each attempt has the same id, and each event another one', () => {
    const idOf = (one: Alert, telling?: Telling) =>
      decideEvents('mail', [one], telling ? [telling] : [], now + day)[0]?.id
    assert.equal(idOf(alert()), idOf(alert({ finding: failed('/mnt/a', 'Something else.') })))
    const ids = [
      idOf(alert()),
      idOf(alert({ name: 'other' })),
      idOf(alert({ beganAt: now })),
      idOf(alert(), told()),
      idOf(alert(), told({ at: now - 1 })),
      idOf(alert({ overAt: now }), told()),
    ]
    assert.equal(new Set(ids).size, ids.length)
  })
})

test('it is tried again after half a minute, then twice as long each time, an hour at most, and never given up', () => {
  const waitAfter = (failures: number, retryAfterMs?: number) => {
    const outcome = { kind: 'failed', failure: 'silent', detail: '', retryAfterMs } as const
    const { nextAt, failures: next } = paceAlerts(outcome, { failures, at: now })
    assert.equal(next, failures + 1)
    return (nextAt - now) / 1000
  }
  assert.deepEqual(
    [0, 1, 2, 6, 7, 1000].map((failures) => waitAfter(failures)),
    [30, 60, 120, 1920, 3600, 3600],
  )
  assert.deepEqual([waitAfter(0, 300_000), waitAfter(5, 1_000), waitAfter(0, 9 * day)], [300, 960, 3600])
  const gone = paceAlerts({ kind: 'failed', failure: 'gone', detail: '' }, { failures: 0, at: now })
  assert.equal(gone.nextAt - now, day)
  assert.deepEqual(paceAlerts({ kind: 'sent', isPartial: false }, { failures: 9, at: now }), {
    nextAt: now,
    failures: 0,
  })
})

describe('a mail', () => {
  const scene = { address: 'https://inn.example', now, nameOf }
  const event = (kind: AlertEvent['kind'], more: Partial<Alert> = {}): AlertEvent => ({
    kind,
    alert: alert(more),
    id: '',
  })

  test('says in the subject what it is and where', () => {
    const { subject, text } = composeMail([event('began')], scene)
    assert.equal(subject, '[Innkeeper inn.example] The last snapshot in /mnt/a failed')
    assert.equal(
      text,
      `The last snapshot in /mnt/a failed
It is full. It is tried again every hour.

Service status: https://inn.example/operator
Sent at 2026-03-10 12:00 UTC by Innkeeper at https://inn.example. Turn this off in its settings.
`,
    )
  })

  test('counts several problems, and says of which it reminds and what is over', () => {
    const over = event('over', { overAt: now })
    assert.match(
      composeMail([event('began'), event('still'), over], scene).subject,
      /2 problems need attention, 1 over$/,
    )
    assert.match(composeMail([over, over], scene).subject, /2 problems are over$/)
    assert.match(composeMail([over], scene).subject, /Over: The last snapshot in \/mnt\/a failed$/)
    assert.match(composeMail([over], scene).text, /From 2026-03-09 12:00 UTC to 2026-03-10 12:00 UTC\./)
    assert.match(composeMail([event('still')], scene).text, /^Still: .+\n.+\nSince 2026-03-09 12:00 UTC\.\n/)
  })

  test('keeps what comes from elsewhere on its line', () => {
    const hostile = 'x\r\nBcc: canary@evil.example\u2028\u202Ey\u0000'
    const { subject, text } = composeMail([event('began', { finding: failed(hostile, hostile.repeat(500)) })], scene)
    assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\u202E]/u)
    assert.ok(subject.length <= 250)
    assert.equal(text.split('\n').length, 6)
    assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\u202E]/u)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfQuietHours, findBadQuietHours } from '../../../../src/domain/assistant/quiet-hours.ts'

type Case = [at: string, wanted: string | undefined, why: string]

function check(from: string, to: string, timezone: string, cases: Case[]): void {
  for (const [at, wanted, why] of cases) {
    const end = endOfQuietHours({ from, to }, Date.parse(at), timezone)
    assert.equal(end === undefined ? undefined : new Date(end).toISOString(), wanted, `${at}: ${why}`)
  }
}

test("quiet hours across midnight end in the morning in the channel's time zone", () => {
  check('22:00', '07:00', 'Asia/Tokyo', [
    ['2026-03-10T12:59:59.999Z', undefined, 'a moment before they begin'],
    ['2026-03-10T13:00:00.000Z', '2026-03-10T22:00:00.000Z', 'as they begin'],
    ['2026-03-10T16:00:00.000Z', '2026-03-10T22:00:00.000Z', 'after midnight'],
    ['2026-03-10T21:59:59.999Z', '2026-03-10T22:00:00.000Z', 'a moment before they end'],
    ['2026-03-10T22:00:00.000Z', undefined, 'as they end'],
  ])
})

test('quiet hours within a day stay on that day', () => {
  check('12:00', '13:30', 'UTC', [
    ['2026-03-10T11:59:00.000Z', undefined, 'before'],
    ['2026-03-10T12:30:00.000Z', '2026-03-10T13:30:00.000Z', 'within'],
    ['2026-03-10T13:30:00.000Z', undefined, 'after'],
  ])
  check('00:00', '06:00', 'UTC', [['2026-03-10T00:00:00.000Z', '2026-03-10T06:00:00.000Z', 'from midnight on']])
})

test('a night with a clock change is an hour shorter or longer', () => {
  // In New York, clocks skip from two to three on 8 March 2026, and one o'clock comes twice on 1 November.
  check('22:00', '07:00', 'America/New_York', [
    ['2026-03-08T03:00:00.000Z', '2026-03-08T11:00:00.000Z', 'eight hours'],
    ['2026-03-08T10:59:59.000Z', '2026-03-08T11:00:00.000Z', 'until seven by the new clock'],
    ['2026-11-01T02:00:00.000Z', '2026-11-01T12:00:00.000Z', 'ten hours'],
    ['2026-11-01T11:30:00.000Z', '2026-11-01T12:00:00.000Z', 'until seven by the old clock'],
  ])
  check('00:30', '01:30', 'America/New_York', [
    ['2026-11-01T05:00:00.000Z', '2026-11-01T05:30:00.000Z', 'the first half past one ends them'],
    ['2026-11-01T06:00:00.000Z', undefined, 'the second one o’clock does not begin them again'],
  ])
  check('22:00', '02:30', 'America/New_York', [
    ['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z', 'half past two is skipped, so they end that much later'],
  ])
  check('23:00', '06:00', 'Pacific/Apia', [
    [
      '2011-12-30T09:30:00.000Z',
      '2011-12-30T16:00:00.000Z',
      'Apia skipped a whole day: the next morning is on the 31st',
    ],
  ])
})

test('quiet hours that never end cannot be set', () => {
  assert.match(findBadQuietHours({ from: '08:00', to: '08:00' }) ?? '', /08:00.*different times/)
  assert.equal(findBadQuietHours({ from: '08:00', to: '08:01' }), undefined)
  assert.equal(findBadQuietHours(null), undefined)
  assert.equal(endOfQuietHours({ from: '08:00', to: '08:00' }, 0, 'UTC'), undefined)
})

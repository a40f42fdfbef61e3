import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, countDays, dayOf, dayRange } from '../../src/domain/day.ts'

const hourMs = 3_600_000
const hoursOf = (date: string, timezone: string) => {
  const { start, end } = dayRange(date, timezone)
  return (end - start) / hourMs
}

const days: [date: string, timezone: string, startsAt: string, hours: number][] = [
  ['2026-03-10', 'UTC', '2026-03-10T00:00:00Z', 24],
  ['2026-03-10', 'Asia/Tokyo', '2026-03-09T15:00:00Z', 24],
  ['2026-03-10', 'Asia/Kathmandu', '2026-03-09T18:15:00Z', 24],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
  ['2026-02-15', 'Africa/Casablanca', '2026-02-14T23:00:00Z', 25],
  ['2026-03-22', 'Africa/Casablanca', '2026-03-22T00:00:00Z', 23],
  ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
  ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z', 24],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', 24],
  // Midnight is skipped: the day begins at one o'clock.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', 23],
  // At one minute past midnight, clocks went back into the evening before.
  ['2010-11-07', 'America/St_Johns', '2010-11-07T02:30:00Z', 25],
  ['2024-02-29', 'UTC', '2024-02-29T00:00:00Z', 24],
]

test('a day begins and ends as in the calendar of its time zone', () => {
  for (const [date, timezone, startsAt, hours] of days) {
    assert.equal(new Date(dayRange(date, timezone).start).toISOString(), startsAt.replace('Z', '.000Z'), date)
    assert.equal(hoursOf(date, timezone), hours, `${date} in ${timezone}`)
  }
})

test('an evening that happened twice belongs to one day only, whatever was asked before', () => {
  const secondEvening = Date.parse('2010-11-07T03:00:00Z')
  dayOf(0, 'America/St_Johns')
  assert.equal(dayOf(secondEvening, 'America/St_Johns'), '2010-11-07')
  dayOf(Date.parse('2010-11-07T12:00:00Z'), 'America/St_Johns')
  assert.equal(dayOf(secondEvening, 'America/St_Johns'), '2010-11-07')
})

const zone = fc.constantFrom(
  ...['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Apia', 'Africa/Casablanca', 'America/St_Johns'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Asia/Gaza', 'Pacific/Kiritimati', 'Asia/Amman'],
)
const instant = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2037, 0, 1) })

test('every instant is in exactly one day, which is its day in the time zone', () => {
  fc.assert(
    fc.property(instant, zone, (ms, timezone) => {
      const date = dayOf(ms, timezone)
      const { start, end } = dayRange(date, timezone)
      assert.ok(start <= ms && ms < end, `${ms} in ${timezone}`)
      assert.equal(dayRange(addDays(date, -1), timezone).end, start, 'the day before ends where it begins')
      assert.equal(dayRange(addDays(date, 1), timezone).start, end, 'the day after begins where it ends')
    }),
    { numRuns: 2000 },
  )
})

test("days begin where the engine's own calendar changes the date", () => {
  fc.assert(
    fc.property(instant, zone, (ms, timezone) => {
      const date = dayOf(ms, timezone)
      const { start } = dayRange(date, timezone)
      // Swedish dates are written YYYY-MM-DD.
      const calendar = new Intl.DateTimeFormat('sv', { timeZone: timezone, dateStyle: 'short' })
      assert.equal(calendar.format(start), date)
      assert.ok(calendar.format(start - 1) < date)
    }),
    { numRuns: 500 },
  )
})

test('days are counted across months, leap days and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2026-02-28', 1), '2026-03-01')
  assert.equal(addDays('2026-01-01', -1), '2025-12-31')
  assert.equal(countDays('2026-03-10', '2026-03-10'), 1)
  assert.equal(countDays('2024-01-01', '2024-12-31'), 366)
  assert.equal(countDays('2026-03-10', '2026-03-09'), 0)
  assert.equal(countDays('2011-12-29', '2011-12-31'), 3, 'the calendar has the day, even if a zone skipped it')
})

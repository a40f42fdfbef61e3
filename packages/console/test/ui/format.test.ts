import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foreignZoneOf, formatFor, localeOf } from '../../src/ui/format/format.ts'

const tokyo = formatFor('en-GB', 'Asia/Tokyo')
const newYork = formatFor('en-US', 'America/New_York')
const japanese = formatFor('ja', 'Asia/Tokyo')

describe('times and sizes', () => {
  it("use the channel's time zone, whatever the browser's is", () => {
    const at = '2026-03-03T20:05:00Z'
    assert.equal(tokyo.time(at), '05:05')
    assert.equal(tokyo.dayOf(at), '2026-03-04')
    assert.equal(newYork.dayOf(at), '2026-03-03')
    assert.equal(tokyo.dateTime(at), '4 Mar 2026, 05:05')
    assert.equal(tokyo.date(at), '4 Mar 2026')
    assert.equal(japanese.date(at), '2026/03/04')
  })

  it('name days and months without a time zone', () => {
    for (const format of [tokyo, formatFor('en-GB', 'Pacific/Kiritimati'), formatFor('en-GB', 'Pacific/Pago_Pago')]) {
      assert.equal(format.day('2026-03-03'), 'Tuesday, 3 March 2026')
      assert.equal(format.month('2026-03'), 'March 2026')
    }
    assert.equal(japanese.day('2026-03-03'), '2026年3月3日火曜日')
  })

  it('write a range of days without repeating what both share', () => {
    const { dayRange } = formatFor('en-US')
    // Intl separates the days with thin spaces.
    const written = (from: string, to: string) => dayRange(from, to).replaceAll(/\s/g, ' ')
    assert.equal(written('2026-11-09', '2026-11-15'), 'Nov 9 – 15, 2026')
    assert.equal(written('2026-11-09', '2026-11-09'), 'Nov 9, 2026')
    assert.equal(written('2025-12-28', '2026-01-03'), 'Dec 28, 2025 – Jan 3, 2026')
    assert.deepEqual([written('2026-11-09', ''), written('', '2026-11-09')], ['Nov 9, 2026 –', '– Nov 9, 2026'])
    assert.equal(written('', ''), '')
  })

  it('say how long ago in whole units', () => {
    const now = Date.parse('2026-03-03T12:00:00Z')
    const cases: [string, string][] = [
      ['2026-03-03T11:59:30Z', 'just now'],
      ['2026-03-03T11:55:00Z', '5 minutes ago'],
      ['2026-03-03T09:10:00Z', '2 hours ago'],
      ['2026-03-02T11:00:00Z', 'yesterday'],
      ['2026-02-20T12:00:00Z', 'last week'],
      ['2025-01-01T00:00:00Z', 'last year'],
      ['2026-03-06T12:00:00Z', 'in 3 days'],
    ]
    for (const [at, text] of cases) assert.equal(tokyo.ago(at, now), text, at)
    assert.equal(japanese.ago('2026-03-03T09:10:00Z', now), '2時間前')
    assert.equal(japanese.size(376), '376バイト')
  })

  it('write file sizes in decimal units', () => {
    const cases: [number, string][] = [
      [0, '0\u00a0bytes'],
      [1, '1\u00a0byte'],
      [999, '999\u00a0bytes'],
      [1000, '1\u00a0kB'],
      [1234, '1.2\u00a0kB'],
      [12_345, '12\u00a0kB'],
      [999_600, '1\u00a0MB'],
      [1_234_567, '1.2\u00a0MB'],
      [314_572_800, '315\u00a0MB'],
      [5e12, '5\u00a0TB'],
      [5e15, '5,000\u00a0TB'],
    ]
    for (const [sizeBytes, text] of cases) assert.equal(tokyo.size(sizeBytes), text)
  })

  it('write durations like a clock', () => {
    const cases: [number, string][] = [
      [0, '0:00'],
      [4_600, '0:05'],
      [65_000, '1:05'],
      [3_723_000, '1:02:03'],
    ]
    for (const [durationMs, text] of cases) assert.equal(tokyo.duration(durationMs), text)
  })

  it('fall back to UTC in a zone that the browser does not know', () => {
    assert.equal(formatFor('en-GB', 'Mars/Olympus').time('2026-03-03T20:05:00Z'), '20:05')
  })

  it("use the browser's variety of a language", () => {
    assert.equal(localeOf('en', ['ja', 'en-GB', 'en-US']), 'en-GB')
    assert.equal(localeOf('ja', ['en-GB']), 'ja')
    assert.equal(localeOf('en', ['enm-GB']), 'en')
  })
})

it('a zone is named only if its clocks differ', () => {
  assert.equal(foreignZoneOf('Europe/Berlin', 'Asia/Tokyo'), 'Europe/Berlin')
  assert.equal(foreignZoneOf('Europe/London', 'UTC'), 'Europe/London', 'they differ in summer')
  assert.equal(foreignZoneOf('Asia/Calcutta', 'Asia/Kolkata'), undefined)
  assert.equal(foreignZoneOf('Asia/Tokyo', 'Asia/Tokyo'), undefined)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isAgeRecipient } from '../../../src/domain/storage/snapshots/age-recipient.ts'
import { planCheckShare } from '../../../src/domain/storage/snapshots/check-share.ts'
import { decideKept, readSnapshotKeep } from '../../../src/domain/storage/snapshots/kept-snapshots.ts'
import { objectKeyFor, objectName } from '../../../src/domain/storage/snapshots/place-names.ts'
import { readSnapshotIndex, renderSnapshotIndex } from '../../../src/domain/storage/snapshots/snapshot-index.ts'
import {
  findLastSlot,
  findNextSlot,
  readSnapshotSchedule,
  renderSnapshotSchedule,
} from '../../../src/domain/storage/snapshots/snapshot-schedule.ts'

const dayMs = 86_400_000
const at = (text: string) => Date.parse(text)
const stamp = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

function schedule(text: string) {
  const found = readSnapshotSchedule(text)
  assert.ok(found, text)
  return found
}

describe('schedules', () => {
  test('are daily or weekly, with a time of day', () => {
    for (const text of ['daily 03:00', 'weekly sunday 23:59'])
      assert.equal(renderSnapshotSchedule(schedule(text)), text)
    for (const text of [
      '',
      'daily',
      'daily 3:00',
      'daily 24:00',
      'weekly 03:00',
      'weekly someday 03:00',
      'hourly 03:00',
      'daily 03:00 x',
    ]) {
      assert.equal(readSnapshotSchedule(text), undefined, text)
    }
  })

  const cases: [text: string, timezone: string, now: string, last: string, next: string][] = [
    ['daily 03:00', 'UTC', '2026-03-10T02:59:59Z', '2026-03-09T03:00:00Z', '2026-03-10T03:00:00Z'],
    ['daily 03:00', 'UTC', '2026-03-10T03:00:00Z', '2026-03-10T03:00:00Z', '2026-03-11T03:00:00Z'],
    ['daily 03:00', 'Asia/Tokyo', '2026-03-10T12:00:00Z', '2026-03-09T18:00:00Z', '2026-03-10T18:00:00Z'],
    ['weekly sunday 05:00', 'UTC', '2026-03-10T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-15T05:00:00Z'],
    // Clocks go forward from 02:00 to 03:00, so 02:30 is at 03:30.
    ['daily 02:30', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    // Clocks go back from 03:00 to 02:00, so 02:30 comes twice, and the first counts.
    ['daily 02:30', 'Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    // Apia had no 30 December 2011.
    ['daily 03:00', 'Pacific/Apia', '2011-12-30T11:00:00Z', '2011-12-29T13:00:00Z', '2011-12-30T13:00:00Z'],
  ]
  for (const [text, timezone, now, last, next] of cases) {
    test(`${text} in ${timezone} at ${now}`, () => {
      assert.equal(stamp(findLastSlot(schedule(text), at(now), timezone)), last)
      assert.equal(stamp(findNextSlot(schedule(text), at(now), timezone)), next)
    })
  }

  test('each day has exactly one time, whatever the clocks do', () => {
    const from = at('2026-01-01T00:00:00Z')
    const slots = fc.tuple(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 365 * 24 }),
    )
    fc.assert(
      fc.property(
        slots,
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
        ([hour, minute, hours], timezone) => {
          const now = from + hours * 3_600_000
          const daily = { weekday: null, hour, minute }
          const [last, next] = [findLastSlot(daily, now, timezone), findNextSlot(daily, now, timezone)]
          assert.ok(last <= now && next > now)
          assert.ok(next - last >= 22 * 3_600_000 && next - last <= 26 * 3_600_000)
          assert.equal(findLastSlot(daily, next, timezone), next)
        },
      ),
    )
  })
})

describe('kept snapshots', () => {
  const keep = { daily: 7, weekly: 4, monthly: 6 }

  test('7 daily, 4 weekly and 6 monthly ones of a year are 14, because some are both, and none is removed because time passes', () => {
    const year = Array.from({ length: 365 }, (_, index) => ({
      number: index,
      at: at('2026-01-01T03:00:00Z') + index * dayMs,
    }))
    const kept = [...decideKept(year, keep, 'UTC')].map((one) => stamp(one.at).slice(5, 10)).sort()
    assert.deepEqual(kept, [
      '07-31',
      '08-31',
      '09-30',
      '10-31',
      '11-30',
      '12-13',
      '12-20',
      '12-25',
      '12-26',
      '12-27',
      '12-28',
      '12-29',
      '12-30',
      '12-31',
    ])
    const again = decideKept([...decideKept(year, keep, 'UTC')], keep, 'UTC')
    assert.equal(again.size, kept.length)
  })

  test('the order in which they were made counts, whatever the clock said', () => {
    const made = [0, 365, 1, 2].map((day, number) => ({ number, at: at('2026-03-10T03:00:00Z') + day * dayMs }))
    const kept = decideKept(made, { daily: 2, weekly: 0, monthly: 0 }, 'UTC')
    assert.deepEqual([...kept].map(({ number }) => number).sort(), [2, 3])
  })

  test('the newest always stays, and so does one of some hours before it', () => {
    const hours = [0, 10, 21, 48].map((hour) => ({ number: 0, at: at('2026-03-10T20:00:00Z') - hour * 3_600_000 }))
    const kept = decideKept(hours, { daily: 1, weekly: 0, monthly: 0 }, 'UTC')
    assert.deepEqual(
      [...kept].map((one) => hours.indexOf(one)),
      [0, 1],
    )
    assert.equal(decideKept([], keep, 'UTC').size, 0)
  })

  test('are written as numbers of days, weeks and months', () => {
    assert.deepEqual(readSnapshotKeep('7 daily, 4 weekly, 6 monthly'), keep)
    assert.deepEqual(readSnapshotKeep('3 monthly'), { daily: 0, weekly: 0, monthly: 3 })
    for (const text of ['', '0 daily', '7', '7 daily 4 weekly', '7 daily, 7 daily', '-1 daily', '1 yearly']) {
      assert.equal(readSnapshotKeep(text), undefined, text)
    }
  })
})

test('everything is checked within 30 days, also if nights are missed', () => {
  const parts = Array.from({ length: 500 }, (_, index) => ({
    name: `objects/${String(index * 7919).padStart(8, '0')}`,
    sizeBytes: (index % 13) * 1000,
    sha256: '',
  }))
  const lastSeen = new Map<string, number>()
  let progress = { after: '', cycleBegunAt: 0 }
  for (let night = 0; night < 120; night++) {
    if (night % 11 === 5) continue
    const share = planCheckShare(parts, progress, night * dayMs)
    progress = share.progress
    for (const { name } of share.parts) lastSeen.set(name, night)
    if (night < 30) continue
    for (const { name } of parts)
      assert.ok(night - (lastSeen.get(name) ?? Number.NEGATIVE_INFINITY) <= 30, `${name} in night ${night}`)
  }
  const { parts: nothing, isCycleOver } = planCheckShare([], progress, 0)
  assert.deepEqual([nothing, isCycleOver], [[], true])
})

test('a public key of age with a typing error is noticed', () => {
  // The example of the specification.
  const key = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj'
  assert.equal(isAgeRecipient(key), true)
  for (const wrong of [
    key.replace('zvk', 'zvj'),
    key.slice(0, -1),
    key.toUpperCase(),
    'age1',
    '',
    `AGE-SECRET-KEY-1${key.slice(4)}`,
  ]) {
    assert.equal(isAgeRecipient(wrong), false, wrong)
  }
})

test('names of encrypted files depend on the store and on who can decrypt', () => {
  const sha256 = 'ab'.repeat(32)
  const names = [null, objectKeyFor('one', ['a', 'b']), objectKeyFor('one', ['a']), objectKeyFor('two', ['a'])].map(
    (key) => objectName(sha256, key),
  )
  assert.equal(new Set(names).size, 4)
  assert.equal(objectKeyFor('one', ['b', 'a']), objectKeyFor('one', ['a', 'b']))
})

test('an index that was changed anywhere is refused', () => {
  const index = renderSnapshotIndex({
    snapshotId: '20260310T030000Z-0123abcd',
    number: 3,
    at: '2026-03-10T03:00:00Z',
    program: '1.0.0',
    lineage: 'a',
    encryption: null,
    parts: [{ name: `objects/ab/${'c'.repeat(62)}`, sizeBytes: 5, sha256: 'd'.repeat(64) }],
  })
  assert.equal(readSnapshotIndex(index, 'index').parts.length, 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: index.length - 1 }), (position) => {
      const other = index[position] === 'x' ? 'y' : 'x'
      const changed = index.slice(0, position) + other + index.slice(position + 1)
      assert.throws(() => readSnapshotIndex(changed, 'index'), /is damaged/)
    }),
  )
})

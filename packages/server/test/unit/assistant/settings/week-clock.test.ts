import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWeekClock } from '../../../../src/domain/assistant/week-clock.ts'

const cases: [zone: string, at: string, date: string, weekday: number, hour: number][] = [
  ['UTC', '2026-03-09T00:00:00Z', '2026-03-09', 0, 0],
  ['UTC', '2026-03-15T23:59:59Z', '2026-03-15', 6, 23],
  ['Asia/Tokyo', '2026-03-08T15:00:00Z', '2026-03-09', 0, 0],
  ['Asia/Kathmandu', '2026-03-09T18:14:59Z', '2026-03-09', 0, 23],
  ['Asia/Kathmandu', '2026-03-09T18:15:00Z', '2026-03-10', 1, 0],
  // Clocks go forward from 2 to 3, and back from 3 to 2.
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29', 6, 1],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29', 6, 3],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', 6, 2],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25', 6, 2],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', 6, 23],
  // By half an hour, from 2 to 2:30.
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04', 6, 2],
  ['Australia/Lord_Howe', '2026-10-03T16:00:00Z', '2026-10-04', 6, 3],
  // A day that begins at 1.
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24', 4, 1],
]

test('an instant has the day and the hour that a local wall clock shows', () => {
  for (const [zone, at, date, weekday, hour] of cases) {
    const ms = Date.parse(at)
    assert.deepEqual(createWeekClock(zone)(ms), { date, weekday, hour }, `${at} in ${zone}`)
    const clock = createWeekClock(zone)
    for (const other of [ms + 86_400_000, ms - 86_400_000]) clock(other)
    assert.deepEqual(clock(ms), { date, weekday, hour }, `${at} in ${zone}, after others`)
  }
})

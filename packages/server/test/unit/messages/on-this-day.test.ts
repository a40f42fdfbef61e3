import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMemories, listEarlierDays } from '../../../src/domain/messages/on-this-day.ts'

const hourMs = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '')

test('earlier days are those of the zone, back to the first one, at most ten years', () => {
  const tokyo = listEarlierDays('2026-03-10', '2024-12-31', 'Asia/Tokyo')
  assert.deepEqual(
    tokyo.map(({ date, start, end }) => [date, iso(start), iso(end)]),
    [
      ['2025-03-10', '2025-03-09T15:00:00Z', '2025-03-10T15:00:00Z'],
      ['2024-03-10', '2024-03-09T15:00:00Z', '2024-03-10T15:00:00Z'],
    ],
  )
  assert.equal(listEarlierDays('2026-03-10', '1999-01-01', 'UTC').length, 10)
  assert.deepEqual(listEarlierDays('2026-03-10', '2026-01-01', 'UTC'), [])
  assert.deepEqual(listEarlierDays('2026-03-10', '2030-01-01', 'UTC'), [])
})

test('days when clocks change are 23 and 25 hours long, and a day that was skipped is empty', () => {
  const hours = (date: string, zone: string) =>
    listEarlierDays(date, '2000-01-01', zone).map(({ date: day, start, end }) => [day, (end - start) / hourMs] as const)
  assert.ok(hours('2026-03-30', 'Europe/Berlin').some(([day, length]) => day === '2025-03-30' && length === 23))
  assert.ok(hours('2026-10-26', 'Europe/Berlin').some(([day, length]) => day === '2025-10-26' && length === 25))
  assert.ok(hours('2020-12-30', 'Pacific/Apia').some(([day, length]) => day === '2011-12-30' && length === 0))
})

test('29 February shows on 28 February if the year has no 29th, and is never lost or shown twice', () => {
  const spans = (date: string) =>
    listEarlierDays(date, '2019-01-01', 'UTC').map(
      ({ start, end }) => `${iso(start).slice(0, 10)}–${iso(end).slice(0, 10)}`,
    )
  assert.deepEqual(spans('2025-02-28').slice(0, 3), [
    '2024-02-28–2024-03-01',
    '2023-02-28–2023-03-01',
    '2022-02-28–2022-03-01',
  ])
  assert.deepEqual(spans('2024-02-28').slice(3), ['2020-02-28–2020-02-29', '2019-02-28–2019-03-01'])
  assert.deepEqual(spans('2024-02-29'), ['2020-02-29–2020-03-01'])
})

const picture = (seq: number) => ({ time: seq, seq, kind: 'picture', sizeBytes: 0 }) as const
const text = (seq: number, sizeBytes = 100) => ({ time: seq, seq, kind: 'text', sizeBytes }) as const
const numbers = (candidates: Parameters<typeof chooseMemories>[0]) => chooseMemories(candidates).map(({ seq }) => seq)

for (const [what, candidates, chosen] of [
  ['nothing', [], []],
  ['up to three texts without pictures, the longest', [text(1, 5), text(2, 9), text(3, 7), text(4, 8)], [2, 3, 4]],
  ['the earlier one of texts that are equally long', [text(1), text(2), text(3), text(4)], [1, 2, 3]],
  ['up to six pictures without texts', [1, 2, 3, 4, 5, 6, 7, 8].map(picture), [1, 2, 3, 4, 5, 6]],
  ['pictures and two texts in reading order', [text(5), picture(4), text(3), picture(2), text(1)], [1, 2, 3, 4]],
  ['five pictures and the only text', [text(9), ...[1, 2, 3, 4, 5, 6].map(picture)], [1, 2, 3, 4, 5, 9]],
] as const) {
  test(`a day shows ${what}`, () => assert.deepEqual(numbers(candidates), chosen))
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  busiestOf,
  changeOf,
  type Day,
  fullestOf,
  pointsOf,
  rankChannels,
  sumOf,
  tableText,
} from '../../src/usage/figures.ts'
import { addDays, countDays, readSpan, spanBefore } from '../../src/usage/span.ts'

const today = '2026-03-10'
const none = { messages: 0, mediaFiles: 0, mediaBytes: 0, autoReplies: 0, welcomes: 0 }

describe('the days of a usage report', () => {
  const cases: [name: string, params: object, span: object][] = [
    ['nothing', {}, { from: '2026-02-09', to: today, preset: '30' }],
    ['a week', { days: '7' }, { from: '2026-03-04', to: today, preset: '7' }],
    ['a year', { days: '365' }, { from: '2025-03-11', to: today, preset: '365' }],
    ['a number that is not offered', { days: '8' }, { from: '2026-02-09', to: today, preset: '30' }],
    ['chosen days', { from: '2026-01-01', to: '2026-01-31' }, { from: '2026-01-01', to: '2026-01-31' }],
    [
      'chosen days the wrong way round',
      { from: '2026-01-31', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
    ['only one end of a range', { from: '2026-01-31' }, { from: '2026-02-09', to: today, preset: '30' }],
    [
      'days that do not exist',
      { from: '2026-02-30', to: '0001-01-01' },
      { from: '2026-02-09', to: today, preset: '30' },
    ],
    [
      'more days than can be requested',
      { from: '2024-01-01', to: '2025-12-31' },
      { from: '2024-12-31', to: '2025-12-31' },
    ],
  ]
  for (const [name, params, span] of cases) {
    it(`are read from the URL: ${name}`, () => assert.deepEqual(readSpan(params, today), span))
  }

  it('are compared with the same number of days before', () => {
    assert.deepEqual(spanBefore({ from: '2026-03-04', to: today }), { from: '2026-02-25', to: '2026-03-03' })
    assert.deepEqual(spanBefore({ from: today, to: today }), { from: '2026-03-09', to: '2026-03-09' })
    assert.equal(countDays({ from: '2024-01-01', to: '2024-12-31' }), 366)
  })
})

describe('the bars of a chart', () => {
  it('are days, or weeks if there are many; nothing is lost between them', () => {
    for (const length of [1, 7, 30, 92, 93, 365, 366]) {
      const daily = days(length)
      const points = pointsOf(daily, 'messages')
      assert.equal(points.length, length <= 92 ? length : Math.ceil(length / 7), `${length} days`)
      assert.deepEqual([points[0]?.from, points.at(-1)?.to], [daily[0]?.date, daily.at(-1)?.date])
      const counted = points.reduce((sum, { count }) => sum + count, 0)
      assert.equal(counted, sumOf(daily, 'messages'), `${length} days`)
      for (const [index, { to }] of points.entries()) {
        assert.equal(points[index + 1]?.from ?? addDays(to, 1), addDays(to, 1), 'no gap between bars')
      }
    }
  })

  it('include the highest one, if there is one', () => {
    const [one, two] = [
      { from: today, to: today, count: 3 },
      { from: '2026-03-11', to: '2026-03-11', count: 3 },
    ]
    assert.equal(fullestOf([one, two]), one)
    assert.equal(fullestOf([{ ...one, count: 0 }]), undefined)
    assert.equal(busiestOf([0, 4, 9, 9]), 2)
    assert.equal(busiestOf([0, 0]), undefined)
    assert.equal(busiestOf([]), undefined)
  })
})

describe('usage numbers', () => {
  it('are compared with those before', () => {
    assert.deepEqual(changeOf(15, 10), { kind: 'more', share: 0.5 })
    assert.deepEqual(changeOf(5, 10), { kind: 'less', share: -0.5 })
    assert.deepEqual(changeOf(0, 10), { kind: 'less', share: -1 })
    assert.deepEqual(changeOf(10, 10), { kind: 'same' })
    assert.deepEqual(changeOf(0, 0), { kind: 'same' })
    assert.deepEqual(changeOf(1, 0), { kind: 'new' })
  })

  it('rank channels by the chosen counter, and keep the order of equals', () => {
    const channel = (name: string, messages: number, welcomes: number) => {
      return { channelId: name, name, totals: { ...none, messages, welcomes } }
    }
    const channels = [channel('a', 9, 0), channel('b', 5, 2), channel('c', 5, 1)]
    const names = (counter: 'messages' | 'welcomes') => rankChannels(channels, counter).map(({ name }) => name)
    assert.deepEqual(names('messages'), ['a', 'b', 'c'])
    assert.deepEqual(names('welcomes'), ['b', 'c', 'a'])
  })

  it('are copied as a table, whatever a channel is called', () => {
    assert.equal(tableText(['Channel', 'Messages'], [['a\tb\nc', 1234567]]), 'Channel\tMessages\na b c\t1234567')
  })
})

function days(length: number): Day[] {
  return Array.from({ length }, (_, index) => ({ date: addDays(today, index - length), ...none, messages: index % 5 }))
}

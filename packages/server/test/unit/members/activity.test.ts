import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActivityTally } from '../../../src/domain/members/activity.ts'

const at = (time: string) => Date.parse(time)

test('a message belongs to the week, month and hour of the channel, also around midnight and at the turn of the year', () => {
  const tally = createActivityTally('America/New_York', '2026-01-02')
  // In New York it is still 2025, a Wednesday.
  tally.add({ id: 'b', type: 'text', at: at('2026-01-01T04:59:59Z') })
  tally.add({ id: 'a', type: 'sticker', at: at('2025-12-29T05:00:00Z') })
  const { months, weeks, hours, types, firstMessage, lastMessage } = tally.result(undefined)
  assert.deepEqual(months, [{ month: '2025-12', messages: 2 }])
  assert.deepEqual(weeks.at(-1), { from: '2025-12-29', messages: 2 })
  assert.deepEqual([hours[23], hours[0]], [1, 1])
  assert.deepEqual([types.text, types.sticker], [1, 1])
  assert.deepEqual([firstMessage?.id, lastMessage?.id], ['a', 'b'])
})

test('weeks cover a year, and what is older is counted in the totals only', () => {
  const tally = createActivityTally('UTC', '2026-03-10')
  tally.add({ id: 'new', type: 'text', at: at('2026-03-10T00:00:00Z') })
  tally.add({ id: 'old', type: 'text', at: at('2020-03-10T00:00:00Z') })
  const { messages, weeks, months } = tally.result(undefined)
  assert.equal(messages, 2)
  assert.deepEqual([weeks.length, weeks[0]?.from, weeks.at(-1)?.from], [53, '2025-03-10', '2026-03-09'])
  assert.equal(
    weeks.reduce((sum, week) => sum + week.messages, 0),
    1,
  )
  assert.deepEqual(
    months.map(({ month }) => month),
    ['2020-03', '2026-03'],
  )
})

test('if not everything was looked at, the first message is unknown', () => {
  const tally = createActivityTally('UTC', '2026-03-10')
  tally.add({ id: 'a', type: 'text', at: at('2026-03-10T00:00:00Z') })
  const { firstMessage, lastMessage, isComplete, countedFrom } = tally.result(at('2026-03-09T12:00:00Z'))
  assert.deepEqual([firstMessage, lastMessage?.id, isComplete], [null, 'a', false])
  assert.equal(countedFrom, '2026-03-09T12:00:00Z')
})

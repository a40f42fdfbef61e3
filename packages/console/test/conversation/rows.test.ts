import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { beginWith, entriesOf } from '../../src/conversation/timeline/conversation.ts'
import { findRow, isSameRow, toRows } from '../../src/conversation/timeline/rows.ts'
import { answerItem, gapItem, imageItem, textItem } from './timeline-items.ts'

const rowsOf = (items: TimelineItem[], isFromStart = true) => {
  const page = { items, timezone: 'UTC', lastEventId: '1', previousCursor: null, nextCursor: null }
  return toRows(entriesOf(beginWith(page)), { dayOf: (at) => at.slice(0, 10), isFromStart })
}
const ends = (items: TimelineItem[]) =>
  rowsOf(items).map(({ isLead, isLast }) => `${isLead ? '[' : ''}${isLast ? ']' : ''}`)
const other = { sender: { id: 'U2', name: 'Ken', pictureUrl: '/pictures/2' } }

test('messages of one person within five minutes are grouped', () => {
  assert.deepEqual(ends([textItem(0), textItem(100), textItem(399)]), ['[', '', ']'])
  assert.deepEqual(ends([textItem(0), textItem(301)]), ['[]', '[]'])
  assert.deepEqual(ends([textItem(0), textItem(1, other), textItem(2)]), ['[]', '[]', '[]'])
  assert.deepEqual(ends([textItem(0), gapItem(1), textItem(2)]), ['[]', '[]', '[]'])
  assert.deepEqual(ends([textItem(0), answerItem(1), answerItem(2)]), ['[]', '[', ']'])
})

test('a day begins with its first message, and ends the group before it', () => {
  const evening = textItem(15 * 3600 - 1)
  const rows = rowsOf([evening, textItem(15 * 3600)])
  assert.deepEqual(
    rows.map(({ day, startsDay, isLead }) => [day, startsDay, isLead]),
    [
      ['2026-03-01', true, true],
      ['2026-03-02', true, true],
    ],
  )
})

test('a day has no heading if earlier messages of it may not be loaded', () => {
  assert.equal(rowsOf([textItem(1)], false)[0]?.startsDay, false)
})

test('pictures sent together are one album; others are not', () => {
  const rows = rowsOf([
    imageItem(1, 'a'),
    imageItem(2, 'a'),
    imageItem(3, null),
    imageItem(4, 'b'),
    imageItem(5, 'b', 'U2'),
  ])
  assert.deepEqual(
    rows.map(({ entries }) => entries.length),
    [2, 1, 1, 1],
  )
  assert.equal(findRow(rows, 'm:2'), 0)
})

test('an album can mix photos and videos', () => {
  const video = (no: number) => ({ ...imageItem(no, 'a'), type: 'video', duration: 2_000 }) as TimelineMessage
  const rows = rowsOf([video(1), imageItem(2, 'a'), video(3)])
  assert.deepEqual(
    rows.map(({ key, entries }) => [key, entries.length]),
    [['s:a', 3]],
  )
})

test('an album interrupted by someone else becomes two rows with unique keys', () => {
  const rows = rowsOf([imageItem(1, 'a'), textItem(2, other), imageItem(3, 'a')])
  assert.equal(new Set(rows.map(({ key }) => key)).size, 3)
})

test('an album keeps its key when earlier pictures of it are loaded', () => {
  const late = rowsOf([imageItem(2, 'a'), imageItem(3, 'a')])[0]
  const whole = rowsOf([imageItem(1, 'a'), imageItem(2, 'a'), imageItem(3, 'a')])[0]
  assert.equal(late?.key, whole?.key)
})

test('a row is rendered again only if something in it changed', () => {
  const items = [textItem(1), textItem(2)]
  const [before] = rowsOf(items)
  const [same] = rowsOf(items)
  const [changed] = rowsOf([textItem(1), textItem(2)])
  assert.ok(before && same && changed)
  assert.ok(isSameRow(before, same))
  assert.ok(!isSameRow(before, changed))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  beginWith,
  type Conversation,
  edgeOf,
  entriesOf,
  extend,
  limits,
} from '../../src/conversation/timeline/conversation.ts'
import { applyChange, catchUp, noChanges, remember } from '../../src/conversation/timeline/live-changes.ts'
import { answerItem, fakeTimeline, gapItem, stickerItem, textItem } from './timeline-items.ts'

const keys = (conversation: Conversation) => entriesOf(conversation).map(({ key }) => key)

function began(items: Parameters<typeof beginWith>[0]['items'], more: Partial<Parameters<typeof beginWith>[0]> = {}) {
  return beginWith({ items, timezone: 'UTC', lastEventId: '1', previousCursor: null, nextCursor: null, ...more })
}

test('a page is added without duplicates, and distant pages are dropped', async () => {
  const { read } = fakeTimeline(5000)
  let conversation = beginWith(await read({ limit: 60 }))
  for (let edge = edgeOf(conversation, 'older'); edge; edge = edgeOf(conversation, 'older')) {
    const longer = extend(conversation, 'older', await read({ ...edge, limit: 200 }))
    assert.ok(longer !== 'lost-the-thread')
    conversation = longer
    assert.ok(entriesOf(conversation).length <= limits.entries)
  }
  assert.equal(keys(conversation)[0], 'm:0')
  assert.notEqual(edgeOf(conversation, 'newer'), null)
  for (let edge = edgeOf(conversation, 'newer'); edge; edge = edgeOf(conversation, 'newer')) {
    const longer = extend(conversation, 'newer', await read({ ...edge, limit: 200 }))
    assert.ok(longer !== 'lost-the-thread')
    conversation = longer
    assert.equal(new Set(keys(conversation)).size, keys(conversation).length)
    const times = entriesOf(conversation).map(({ item }) => (item.kind === 'message' ? item.timestamp : ''))
    assert.deepEqual(times, times.toSorted())
  }
  assert.equal(keys(conversation).at(-1), 'm:4999')
})

test('a new message appears once, however often the event arrives', () => {
  const before = began([textItem(1)])
  const once = applyChange(before, { kind: 'came', item: textItem(2) })
  const twice = applyChange(once, { kind: 'came', item: textItem(2) })
  assert.deepEqual(keys(twice), ['m:1', 'm:2'])
})

test('a late message is inserted by its time', () => {
  const now = applyChange(began([textItem(1), textItem(5)]), { kind: 'came', item: textItem(3) })
  assert.deepEqual(keys(now), ['m:1', 'm:3', 'm:5'])
})

test('the picture of a sticker is shown for every message with that sticker', () => {
  const picture = { url: '/pictures/1.webp', width: 100, height: 100 }
  const before = began([stickerItem(1, '7'), stickerItem(2, '8'), stickerItem(3, '7')])
  const shown = (conversation: Conversation) =>
    entriesOf(conversation).map(({ item }) => item.kind === 'message' && item.sticker !== null)
  const item = { ...stickerItem(1, '7'), sticker: picture }
  assert.deepEqual(shown(applyChange(before, { kind: 'changed', item })), [true, false, true])
  const elsewhere = { ...stickerItem(90, '8'), sticker: picture }
  assert.deepEqual(shown(applyChange(before, { kind: 'changed', item: elsewhere })), [false, true, false])
})

test('away from the end, new messages are left to be loaded later', () => {
  const away = began([textItem(1)], { nextCursor: 'more' })
  assert.equal(applyChange(away, { kind: 'came', item: textItem(9) }), away)
  const later = began([textItem(5)], { previousCursor: 'more' })
  assert.equal(applyChange(later, { kind: 'came', item: textItem(1) }), later)
})

test('an unsent message becomes a gap, and nothing quotes it any more', () => {
  const quoted = { id: '1', sender: 'Mika', type: 'text', excerpt: 'text 1' } as const
  const before = began([textItem(1), textItem(2, { quoted })])
  const after = applyChange(before, { kind: 'unsent', id: '1' })
  assert.deepEqual(keys(after), ['m:1', 'm:2'])
  assert.doesNotMatch(JSON.stringify(after), /text 1/)
  assert.match(JSON.stringify(before), /text 1/)
  assert.equal(entriesOf(after)[0]?.item.kind, 'gap')
  const late = applyChange(after, { kind: 'changed', item: textItem(1) })
  assert.equal(entriesOf(late)[0]?.item.kind, 'gap')
})

test('an edited message is replaced; one that is not loaded is not added', () => {
  const before = began([textItem(1)])
  const after = applyChange(before, { kind: 'changed', item: textItem(1, { content: 'better' }) })
  assert.match(JSON.stringify(after), /better/)
  assert.equal(applyChange(before, { kind: 'changed', item: textItem(7) }), before)
})

test('gaps of the same second, and an answer with the id of a message, have unique keys', () => {
  const conversation = began([textItem(1), gapItem(2), gapItem(2), answerItem(3, '1')])
  assert.equal(new Set(keys(conversation)).size, 4)
})

test('hours of live messages do not pile up, and dropped pages can be loaded again', async () => {
  const { state, read } = fakeTimeline(100)
  let conversation = beginWith(await read({ limit: 60 }))
  for (let no = 100; no < 4000; no++) {
    const item = textItem(no)
    state.items.push(item)
    conversation = applyChange(conversation, { kind: 'came', item })
  }
  assert.equal(keys(conversation).at(-1), 'm:3999')
  assert.ok(entriesOf(conversation).length <= limits.entries + 2 * limits.liveTail)
  const first = Number(keys(conversation)[0]?.slice(2))
  const edge = edgeOf(conversation, 'older')
  assert.ok(edge)
  const longer = extend(conversation, 'older', await read({ ...edge, limit: 200 }))
  assert.ok(longer !== 'lost-the-thread')
  assert.ok(keys(longer).includes(`m:${first - 1}`))
  const numbers = keys(longer).map((key) => Number(key.slice(2)))
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, index) => (numbers[0] ?? 0) + index),
  )
})

test('a page that was read before a change and arrives after it is brought up to date', () => {
  const page = began([textItem(1), textItem(2)])
  let recent = noChanges(4)
  recent = remember(recent, 5, { kind: 'unsent', id: '1' })
  recent = remember(recent, 6, { kind: 'came', item: textItem(3) })
  const now = catchUp(page, recent, 4)
  assert.ok(now)
  assert.deepEqual(keys(now), ['m:1', 'm:2', 'm:3'])
  assert.equal(entriesOf(now)[0]?.item.kind, 'gap')
})

test('a page that is older than the remembered changes is not used', () => {
  let recent = noChanges(0)
  for (let no = 1; no <= 2000; no++) recent = remember(recent, no, { kind: 'unsent', id: String(no) })
  assert.equal(catchUp(began([textItem(1)]), recent, 3), undefined)
  assert.ok(catchUp(began([textItem(1)]), recent, 1999))
})

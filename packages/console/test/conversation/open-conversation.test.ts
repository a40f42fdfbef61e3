import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgeOf, entriesOf } from '../../src/conversation/timeline/conversation.ts'
import { type ConversationDeps, openConversation } from '../../src/conversation/timeline/open-conversation.ts'
import { fakeTimeline, textItem } from './timeline-items.ts'

type Watch = Parameters<ConversationDeps['watch']>[0]

/** A conversation with a fake service. */
function opened(count: number) {
  const { state, read } = fakeTimeline(count)
  const watches: Watch[] = []
  const slow: { hold: Promise<void> | undefined } = { hold: undefined }
  const open = openConversation({
    async read(query) {
      const page = await read(query)
      await slow.hold
      return page
    },
    watch: (options) => watches.push(options),
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const ids = () => {
    const { conversation } = open.getSnapshot()
    return conversation ? entriesOf(conversation).map(({ key }) => key) : []
  }
  return { state, open, watches, slow, settled, ids }
}

test('it opens at the end, and every event from there on is applied once', async () => {
  const { open, watches, settled, ids } = opened(300)
  open.jump({ kind: 'end' })
  await settled()
  assert.equal(ids().at(-1), 'm:299')
  assert.deepEqual(open.getSnapshot().target, { start: { kind: 'end' } })
  assert.equal(watches.length, 1)
  watches[0]?.onChange(2, { kind: 'came', item: textItem(300) })
  watches[0]?.onChange(2, { kind: 'came', item: textItem(300) })
  assert.equal(ids().filter((key) => key === 'm:300').length, 1)
  assert.deepEqual(open.getSnapshot().unread, ['300'])
  open.seeEnd()
  assert.deepEqual(open.getSnapshot().unread, [])
})

test('messages that arrive while the last page is loading are not lost', async () => {
  const { state, open, watches, slow, settled, ids } = opened(300)
  open.jump({ kind: 'message', id: '10' })
  await settled()
  assert.notEqual(edgeOf(open.getSnapshot().conversation ?? assert.fail(), 'newer'), null)
  let release = () => {}
  slow.hold = new Promise((resolve) => {
    release = resolve
  })
  const going = [open.load('newer'), settled()]
  await settled()
  const item = textItem(300)
  state.items.push(item)
  watches[0]?.onChange(2, { kind: 'came', item })
  watches[0]?.onChange(3, { kind: 'unsent', id: '50' })
  release()
  slow.hold = undefined
  await Promise.all(going)
  for (let turn = 0; turn < 5; turn++) await open.load('newer')
  assert.ok(ids().includes('m:300'))
  assert.doesNotMatch(JSON.stringify(open.getSnapshot().conversation), /"text 50"/)
})

test('unsent messages no longer count as unread', async () => {
  const { open, watches, settled } = opened(3)
  open.jump({ kind: 'end' })
  await settled()
  watches[0]?.onChange(2, { kind: 'came', item: textItem(5) })
  watches[0]?.onChange(3, { kind: 'unsent', id: '5' })
  assert.deepEqual(open.getSnapshot().unread, [])
})

test('a loaded message is reached without a request; another one is loaded with its surroundings', async () => {
  const { state, open, settled, ids } = opened(500)
  open.jump({ kind: 'end' })
  await settled()
  open.jump({ kind: 'message', id: '490' })
  assert.equal(state.reads, 1)
  assert.deepEqual(open.getSnapshot().target, { start: { kind: 'message', id: '490' } })
  open.jump({ kind: 'message', id: '100' })
  await settled()
  assert.ok(ids().includes('m:90') && ids().includes('m:110') && !ids().includes('m:490'))
})

test('if a message is gone, the current page stays and the error is reported', async () => {
  const { open, settled, ids } = opened(50)
  open.jump({ kind: 'end' })
  await settled()
  open.jump({ kind: 'message', id: 'nowhere' })
  await settled()
  assert.match(String(open.getSnapshot().failure?.error), /not found/)
  assert.equal(ids().length, 50)
})

test('a page that fails to load reports it and can be loaded again', async () => {
  const { state, read } = fakeTimeline(500)
  let isDown = false
  const open = openConversation({
    read: (query) => (isDown ? Promise.reject(new Error('down')) : read(query)),
    watch: () => {},
  })
  open.jump({ kind: 'end' })
  await new Promise((resolve) => setImmediate(resolve))
  isDown = true
  await open.load('older')
  assert.match(String(open.getSnapshot().failed.older), /down/)
  assert.equal(open.getSnapshot().loading.older, false)
  isDown = false
  await open.load('older')
  assert.equal(open.getSnapshot().failed.older, undefined)
  assert.equal(entriesOf(open.getSnapshot().conversation ?? assert.fail()).length, 260)
  assert.equal(state.reads, 2)
})

test('what failed without a connection is loaded again afterwards', async () => {
  const { read } = fakeTimeline(500)
  let isDown = false
  const watches: Watch[] = []
  const open = openConversation({
    read: (query) => (isDown ? Promise.reject(new Error('down')) : read(query)),
    watch: (options) => watches.push(options),
  })
  open.jump({ kind: 'end' })
  await new Promise((resolve) => setImmediate(resolve))
  isDown = true
  await open.load('older')
  isDown = false
  watches[0]?.onState('open')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(open.getSnapshot().failed.older, undefined)
  assert.equal(entriesOf(open.getSnapshot().conversation ?? assert.fail()).length, 260)
})

test('after a reset everything is loaded again, around the message in view', async () => {
  const { state, open, watches, settled, ids } = opened(500)
  open.jump({ kind: 'end' })
  await settled()
  open.noteVisible('460')
  state.items[470] = textItem(470, { content: 'rewritten' })
  state.lastEventId = 9000
  watches[0]?.onReset()
  await settled()
  assert.ok(ids().includes('m:460'))
  assert.match(JSON.stringify(open.getSnapshot().conversation), /rewritten/)
})

test('the response to a request from before a jump is dropped', async () => {
  const { open, slow, settled, ids } = opened(500)
  open.jump({ kind: 'end' })
  await settled()
  let release = () => {}
  slow.hold = new Promise((resolve) => {
    release = resolve
  })
  const loading = open.load('older')
  open.jump({ kind: 'message', id: '100' })
  release()
  await loading
  await settled()
  assert.ok(ids().includes('m:100') && !ids().includes('m:400'))
})

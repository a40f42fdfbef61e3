import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConversationCache } from '../../src/conversation/timeline/conversation-cache.ts'
import { type ConversationDeps, openConversation } from '../../src/conversation/timeline/open-conversation.ts'
import { fakeTimeline, textItem } from './timeline-items.ts'

type Watch = Parameters<ConversationDeps['watch']>[0]

/** Conversations with a fake service whose connection the test can cut. */
async function openCached() {
  const { read } = fakeTimeline(30)
  const watches: Watch[] = []
  const service = { isThere: true }
  const begin = () =>
    openConversation({
      read: (query) => (service.isThere ? read(query) : Promise.reject(new Error('no answer'))),
      watch: (options) => watches.push(options),
    })
  const conversations = createConversationCache(50)
  const taken = conversations.take('C-1', begin)
  taken.open.jump({ kind: 'end' })
  await settled()
  return { conversations, begin, taken, watches, service }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('going back without a connection shows the conversation as it was left', async () => {
  const { conversations, begin, taken, watches, service } = await openCached()
  watches[0]?.onChange(9, { kind: 'came', item: textItem(30) })
  taken.leave()
  assert.equal(watches[0]?.signal.aborted, true, 'it is paused while it is not shown')
  service.isThere = false
  const again = conversations.take('C-1', begin)
  again.open.jump({ kind: 'end' })
  await settled()
  const { conversation, failure } = again.open.getSnapshot()
  assert.equal(conversation?.pages.at(-1)?.entries.at(-1)?.key, 'm:30')
  assert.equal(failure, undefined)
  assert.equal(watches[1]?.lastEventId, '9', 'it continues after the last event it received')
  again.open.close()
})

test('another channel, a timeout, a lost permission and a sign-out each start over', async () => {
  const cases: Record<string, (opened: Awaited<ReturnType<typeof openCached>>) => unknown> = {
    channel: ({ taken }) => taken.leave(),
    timeout: ({ taken }) => {
      taken.leave()
      return new Promise((resolve) => setTimeout(resolve, 80))
    },
    refusal: ({ taken, watches }) => {
      watches[0]?.onRefused(new Error('closed'))
      taken.leave()
    },
    'sign-out before leaving': ({ taken, conversations }) => {
      conversations.forget()
      taken.leave()
    },
    'sign-out after leaving': ({ taken, conversations }) => {
      taken.leave()
      conversations.forget()
    },
  }
  for (const [name, happen] of Object.entries(cases)) {
    const opened = await openCached()
    await happen(opened)
    const next = opened.conversations.take(name === 'channel' ? 'C-2' : 'C-1', opened.begin)
    assert.equal(next.open.getSnapshot().conversation, undefined, name)
    opened.conversations.forget()
    next.open.close()
  }
})

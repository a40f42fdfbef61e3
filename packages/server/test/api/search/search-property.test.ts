import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import {
  createMessage,
  createSearch,
  matchesNaively,
  type NaiveMessage,
  writeSearch,
} from '../../support/content/naive-messages.ts'
import { indexAll, searchPage } from '../../support/content/search.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

const messageCount = isSoak ? 50_000 : 5_000
const searchCount = isSoak ? 1_000 : 200
/** Of the hits of one search, from one end. */
const mostCompared = 120

test('random searches of many random messages find what a naive search finds, in order', async (context) => {
  const random = drawRandom(context)
  const service = await startTestService()
  const start = service.clock.now
  const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  const messages = Array.from({ length: messageCount }, (_, index) => createMessage(random, index, start))
  // Most are in the index, some are edited there, and the rest waits.
  const indexed = Math.floor(messageCount * 0.9)
  const edits = messages.filter(({ earlier }) => earlier.length > 0)
  await receiveAll(messages.slice(0, indexed).map(say))
  await indexAll(service.store)
  await receiveAll(messages.slice(indexed).map(say))
  await receiveAll(edits.flatMap(editsOf))
  const newestFirst = messages
    .map((one, index) => ({ one, index }))
    .sort((a, b) => b.one.at - a.one.at || b.index - a.index)

  let found = 0
  for (let count = 0; count < searchCount; count++) {
    const search = createSearch(random, start)
    const q = writeSearch(search)
    const expected = newestFirst.filter(({ one }) => matchesNaively(one, search)).map(({ one }) => one.id)
    found += expected.length > 0 ? 1 : 0
    const order = count % 2 === 0 ? 'desc' : 'asc'
    const wanted = order === 'desc' ? expected : expected.toReversed()
    assert.deepEqual(await findIds(q, order), wanted.slice(0, mostCompared), `${order}: ${q}`)
    if (count === searchCount / 2) await indexAll(service.store)
  }
  assert.ok(found > searchCount / 4, `the control: ${found} searches found something`)
  assert.ok(found < searchCount * 0.95, `and not all: ${found}`)

  function say({ id, at, from, name, earlier, content }: NaiveMessage): IncomingEvent {
    const first = earlier.at(-1)
    return message(channel, at, {
      id,
      from,
      name,
      content: first === undefined ? content : { type: 'text', text: first },
    })
  }

  /** The current text comes last, except that now and then an edit arrives late. */
  function editsOf({ id, at, earlier, content }: NaiveMessage): IncomingEvent[] {
    const texts = [...earlier.slice(0, -1).toReversed(), content.type === 'text' ? content.text : '']
    const events = texts.map((text, index) => edited(channel, at + 1 + index, id, text))
    return random.chance(20) ? events.toReversed() : events
  }

  async function receiveAll(events: IncomingEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += 500) await service.receive(events.slice(at, at + 500))
  }

  async function findIds(q: string, order: 'asc' | 'desc'): Promise<string[]> {
    const ids: string[] = []
    let page = await searchPage(owner, channel, { q, order, limit: 50 })
    for (let pages = 0; ; pages++) {
      ids.push(...page.hits.map(({ item }) => item.id))
      if (page.nextCursor === null || ids.length >= mostCompared) return ids.slice(0, mostCompared)
      assert.ok(pages < 500, 'the walk ends')
      page = await searchPage(owner, channel, { cursor: page.nextCursor, limit: 50 })
    }
  }
})

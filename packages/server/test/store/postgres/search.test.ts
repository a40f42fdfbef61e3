import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import { planIndexQuery } from '../../../src/domain/search/index-query.ts'
import { prepareSearch } from '../../../src/domain/search/match-search.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
/** More messages than are scanned before the index is used. */
const messageCount = 4_600

test('frequent words, rare words and words not used for a long time are found, latest first', async (t) => {
  const store = await openStore(t)
  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const texts = Array.from({ length: messageCount }, (_, no) => {
    if (no < 30) return `everybody early ${no}`
    return no % 900 === 0 ? `everybody seldom ${no}` : `everybody ${no}`
  })
  for (let from = 0; from < messageCount; from += 200) {
    const events = texts
      .slice(from, from + 200)
      .map((text, index) =>
        message('C1', noon + (from + index) * 60_000, { from: 'U1', content: { type: 'text', text } }),
      )
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  }
  while ((await store.write<'index-messages'>({ kind: 'index-messages', limit: 400 })).more);

  const find = async (words: string, limit: number, order: 'asc' | 'desc' = 'desc') => {
    const query = planIndexQuery(prepareSearch({ q: words }), [], 1)
    const end = { time: noon + messageCount * 60_000, seq: 0 }
    const { messages } = await store.listCandidates(1, { query, first: { time: 0, seq: 0 }, end, order, limit })
    return messages.map(({ message }) => ('content' in message ? message.content : ''))
  }
  const spoken = (word: string) => texts.filter((text) => text.includes(word)).toReversed()
  const latest = await find('everybody', 50)
  assert.ok(latest.length >= 20)
  assert.deepEqual(latest, spoken('everybody').slice(0, latest.length))
  assert.deepEqual(await find('seldom', 50), spoken('seldom'))
  assert.deepEqual(await find('early', 50), spoken('early'))
  const earliest = await find('everybody', 50, 'asc')
  assert.ok(earliest.length >= 20)
  assert.deepEqual(earliest, texts.slice(0, earliest.length))
  assert.deepEqual(await find('seldom', 50, 'asc'), spoken('seldom').toReversed())
  assert.deepEqual(await find('early', 50, 'asc'), spoken('early').toReversed())
  assert.deepEqual(await find('never', 50), [])
})

test('channels where people always write do not keep others from being indexed', async (t) => {
  const store = await openStore(t)
  const all = Array.from({ length: 20 }, (_, index) => `C${index + 1}`)
  for (const channelId of all) await seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, noon)
  const say = async (channelIds: string[]) => {
    const events = channelIds.map((channelId) => message(channelId, noon, { from: 'U1' }))
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  }
  const countBehind = async () => {
    const behind = await Promise.all(all.map((_, index) => store.getIndexState(index + 1)))
    return behind.filter(({ unindexed }) => unindexed.length > 0).length
  }
  await say(all)
  assert.equal(await countBehind(), all.length)
  const busy = all.slice(0, 10)
  const ends: boolean[] = []
  for (let round = 0, after = 0; round < 4; round++) {
    const one = await store.write<'index-messages'>({ kind: 'index-messages', limit: 400, after })
    after = one.after
    ends.push(one.isRoundOver)
    await say(busy)
  }
  assert.equal(await countBehind(), busy.length)
  assert.deepEqual(ends, [false, false, true, false], 'a round ends with the last channel, whatever arrived meanwhile')
})

async function openStore(t: TestContext): Promise<Store> {
  const { url, drop } = await openDatabase()
  const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
  t.after(async () => {
    await store.close()
    await drop()
  })
  return store
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchHit } from '@innkeeper/contract'
import type { Random } from '@innkeeper/testdata'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import {
  createMessage,
  createText,
  dayMs,
  daysBack,
  type NaiveItem,
  type NaiveMessage,
} from '../../support/content/naive-messages.ts'
import { createSearch, matchNaively, type NaiveSearch, writeSearch } from '../../support/content/naive-queries.ts'
import { indexAll } from '../../support/content/search.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// All conditions on 50,000 messages, without a store, are compared in unit/search/match-search.test.ts.
const messageCount = isSoak ? 50_000 : 4_000
const searchCount = isSoak ? 1_000 : 120
const answersPerDay = 2
/** Of the hits of one search, from one end. */
const mostCompared = 120

/** In the order of creation, which decides between messages of the same moment. */
const channels = ['C-one', 'C-two', 'C-hidden'] as const
type Channel = (typeof channels)[number]
type Placed = { channel: Channel; item: NaiveItem }
type PlacedMessage = { channel: Channel; item: NaiveMessage }
type Order = 'asc' | 'desc' | undefined

test('random searches of one group or all find what a naive search of what can be read finds, in order', async (context) => {
  const random = drawRandom(context)
  const service = await startTestService()
  const owner = await service.caller('U-owner')
  const end = service.clock.now + daysBack * dayMs
  const asked = await fillWithAnswers(service, owner, random)
  const placed = Array.from(
    { length: messageCount },
    (_, index): PlacedMessage => ({
      channel: random.pick([...channels, 'C-one'] as const),
      item: createMessage(random, index, end),
    }),
  )
  service.clock.now = end + dayMs
  // Most are in the index, some are edited there, and the rest waits.
  const indexed = Math.floor(messageCount * 0.9)
  await receiveAll(service, placed.slice(0, indexed).map(say))
  await indexAll(service.store)
  await receiveAll(service, placed.slice(indexed).map(say))
  await receiveAll(
    service,
    placed.filter(({ item }) => item.earlier.length > 0).flatMap((one) => editsOf(random, one)),
  )
  const readable = [...asked, ...placed].filter(({ channel }) => channel !== 'C-hidden')

  let found = 0
  for (let count = 0; count < searchCount; count++) {
    const search = createSearch(random, end)
    const order = random.pick(['asc', 'desc', undefined] as const)
    const channel = random.pick(['C-one', 'C-two', undefined] as const)
    const wanted = findNaively(
      readable.filter((one) => channel === undefined || one.channel === channel),
      search,
      order,
    )
    found += wanted.length > 0 ? 1 : 0
    const hits = await findHits(owner, channel, { q: writeSearch(search), ...(order && { order }) })
    const what = `${order ?? 'best first'} in ${channel ?? 'all groups'}: ${writeSearch(search)}`
    assert.deepEqual(hits, wanted.slice(0, mostCompared), what)
    if (count === searchCount / 2) await indexAll(service.store)
  }
  assert.ok(found > searchCount / 4, `the control: ${found} searches found something`)
  assert.ok(found < searchCount * 0.95, `and not all: ${found}`)
})

/** Creates the groups. On several days, people ask for things there and the bot answers. Returns what was said. */
async function fillWithAnswers(service: TestService, owner: Caller, random: Random): Promise<Placed[]> {
  const deliver = async (...events: IncomingEvent[]) => {
    const sent = await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))
    assert.equal(sent.status, 200)
  }
  const said: Placed[] = []
  for (const channel of channels) {
    await deliver(botAdded(channel, service.clock.now))
    const subscribers = channel === 'C-hidden' ? ['U1'] : ['U-owner']
    await service.channel(channel, { owner: 'U-owner', members: ['U1'], subscribers })
  }
  for (let day = 1; day <= daysBack; day++) {
    service.clock.now += dayMs
    const at = service.clock.now
    for (const channel of channels) {
      const path = `/api/channels/${channel}/assistant`
      const texts = Array.from({ length: answersPerDay }, () => createText(random))
      const events: IncomingEvent[] = []
      for (const [index, answer] of texts.entries()) {
        const id = `${channel}-${day}-${index}`
        const text = `question-${day}-${index}`
        const created = await owner.post(`${path}/qa`, { keywords: [text], question: text, answer })
        assert.equal(created.status, 201)
        const item: NaiveMessage = { id, at, from: 'U1', name: 'Mika', content: { type: 'text', text }, earlier: [] }
        said.push({ channel, item })
        const reply = { token: id, expiresAt: at + dayMs, isOneUse: true, cost: 'free' } as const
        events.push({ ...say({ channel, item }), reply } as IncomingEvent)
      }
      await deliver(...events)
      for (const { id, texts } of await answersOf(owner, channel, events.length)) {
        said.push({ channel, item: { id, at, texts } })
      }
    }
  }
  return said
}

/** Once the bot has sent this many more, the oldest of them first. */
async function answersOf(owner: Caller, channel: string, count: number): Promise<{ id: string; texts: string[] }[]> {
  type Sends = { id: string; state: string; texts: string[] }[]
  const latest = await eventually(
    async () => (await owner.get(`/api/channels/${channel}/assistant/log?limit=${count}`)).body.sends as Sends,
    (sends) => sends.length === count && sends.every(({ state }) => state === 'sent'),
  )
  return latest.reverse()
}

function say({ channel, item }: PlacedMessage): IncomingEvent {
  const { id, at, from, name, earlier, content, details } = item
  const first = earlier.at(-1)
  const sent = message(channel, at, { id, from, name, content })
  if (first === undefined) return { ...sent, ...(details && { details }) }
  return content.type === 'text'
    ? { ...sent, content: { type: 'text', text: first } }
    : { ...sent, details: { caption: first } }
}

/** The current text comes last, except that now and then an edit arrives late. */
function editsOf(random: Random, { channel, item }: PlacedMessage): IncomingEvent[] {
  const { id, at, earlier, content, details } = item
  const current = content.type === 'text' ? content.text : (details?.caption ?? '')
  const texts = [...earlier.slice(0, -1).toReversed(), current]
  const events = texts.map((text, index) => edited(channel, at + 1 + index, id, text))
  return random.chance(20) ? events.toReversed() : events
}

async function receiveAll(service: TestService, events: IncomingEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += 500) await service.receive(events.slice(at, at + 500))
}

type Found = [id: string, exact: boolean]

/** `placed`: as they arrived. Of the same moment, messages come before answers, and earlier groups before later ones. */
function findNaively(placed: Placed[], search: NaiveSearch, order: Order): Found[] {
  const rankOf = ({ item }: Placed) => ('texts' in item ? 1 : 0)
  const oldestFirst = placed
    .map((one, arrival) => ({ ...one, arrival }))
    .sort(
      (one, other) =>
        one.item.at - other.item.at ||
        rankOf(one) - rankOf(other) ||
        channels.indexOf(one.channel) - channels.indexOf(other.channel) ||
        one.arrival - other.arrival,
    )
  const found = oldestFirst.flatMap(({ item }): Found[] => {
    const match = matchNaively(item, search)
    return match ? [[item.id, match.exact]] : []
  })
  if (order === 'asc') return found
  const newestFirst = found.reverse()
  if (order === 'desc') return newestFirst
  return [...newestFirst.filter(([, exact]) => exact), ...newestFirst.filter(([, exact]) => !exact)]
}

/** In one group, or in all that the caller can read. */
async function findHits(caller: Caller, channel: string | undefined, query: Record<string, string>): Promise<Found[]> {
  const path = channel === undefined ? '/api/search' : `/api/channels/${channel}/backup/search`
  const found: Found[] = []
  for (let cursor: string | undefined, pages = 0; ; pages++) {
    assert.ok(pages < 500, 'the walk ends')
    const asked = new URLSearchParams({ ...(cursor === undefined ? query : { cursor }), limit: '50' })
    const { status, text, body } = await caller.get(`${path}?${asked}`)
    assert.equal(status, 200, text)
    found.push(...body.hits.map(({ item, exact }: SearchHit): Found => [item.id, exact]))
    if (body.nextCursor === null || found.length >= mostCompared) return found.slice(0, mostCompared)
    cursor = body.nextCursor
  }
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type ChatEvent, type ChatOptions, describeChannel, generateChannel } from '@innkeeper/testdata'
import fc from 'fast-check'

const endAt = Date.parse('2026-03-10T12:00:00Z')

function chat(options: Partial<ChatOptions> = {}): ChatEvent[] {
  return [...generateChannel({ seed: 1, index: 0, messages: 500, endAt, days: 28, ...options })]
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

test('the same seed gives the same chats, byte for byte, on every machine', () => {
  const chats = [0, 1, 2, 3].map((index) => chat({ index }))
  assert.deepEqual(
    chats,
    [0, 1, 2, 3].map((index) => chat({ index })),
  )
  // May change only when the texts or the generator are changed on purpose.
  assert.equal(fingerprint(chats), '533950584cad96536d839bc4a595d80917197649f7a761fa6bc2148b6a8d07d1')
})

test('a different seed or index gives a different chat', () => {
  const chats = [chat(), chat({ seed: 2 }), chat({ index: 4 })].map(
    (events) => new Set(events.flatMap((event) => (event.kind === 'message' ? [event.messageId, event.eventId] : []))),
  )
  const ids = chats.flatMap((one) => [...one])
  assert.equal(new Set(ids).size, ids.length)
  assert.notEqual(describeChannel({ seed: 1, index: 0 }).channelId, describeChannel({ seed: 2, index: 0 }).channelId)
})

test('ids have the platform’s format and are unique within a seed', () => {
  const events = Array.from({ length: 30 }, (_, index) => chat({ index, messages: 200 }))
  const eventIds = events.flat().map(({ eventId }) => eventId)
  const messageIds = events.flat().flatMap((event) => (event.kind === 'message' ? [event.messageId] : []))
  for (const id of eventIds) assert.match(id, /^[0-9A-HJKMNP-TV-Z]{26}$/)
  for (const id of messageIds) assert.match(id, /^[1-9]\d{17}$/)
  assert.equal(new Set(eventIds).size, eventIds.length)
  assert.equal(new Set(messageIds).size, messageIds.length)
  const channels = events.map((_, index) => describeChannel({ seed: 1, index }))
  for (const { channelId } of channels) assert.match(channelId, /^C[0-9a-f]{32}$/)
  assert.equal(new Set(channels.map(({ channelId }) => channelId)).size, channels.length)
  for (const { people } of channels) {
    for (const { userId } of people) assert.match(userId, /^U[0-9a-f]{32}$/)
    assert.equal(new Set(people.map(({ userId }) => userId)).size, people.length)
    assert.equal(new Set(people.map(({ displayName }) => displayName)).size, people.length)
  }
})

test('a chat is consistent in its order, its number of messages and the people who are present', () => {
  const options = fc.record({
    seed: fc.string(),
    index: fc.integer({ min: 0, max: 9_999 }),
    messages: fc.integer({ min: 0, max: 400 }),
    endAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    days: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(options, (one) => assertConsistent(one, [...generateChannel(one)])),
    { numRuns: 150 },
  )
})

function assertConsistent(options: ChatOptions, events: ChatEvent[]): void {
  const { ownerId, adminIds, guestIds, subscriberIds } = describeChannel(options)
  const present = new Set<string>()
  const remaining = new Map<string, string>()
  let lastAt = options.endAt - options.days * 86_400_000
  assert.equal(events[0]?.kind, 'bot-added')
  for (const event of events) {
    assert.ok(Number.isInteger(event.at) && event.at >= lastAt, 'time never goes backwards')
    lastAt = event.at
    switch (event.kind) {
      case 'bot-added':
        break
      case 'members-joined':
        for (const { userId } of event.members) present.add(userId)
        break
      case 'members-left':
        for (const userId of event.userIds) assert.ok(present.delete(userId), 'only people who are present can leave')
        break
      case 'message':
        assert.ok(present.has(event.sender.userId), 'only people who are present can write')
        remaining.set(event.messageId, event.content.type)
        break
      case 'message-edited':
        assert.equal(remaining.get(event.messageId), 'text', 'only an existing text can be edited')
        break
      case 'message-unsent':
        assert.ok(remaining.delete(event.messageId), 'only an existing message can be unsent')
    }
  }
  assert.ok(lastAt <= options.endAt, 'nothing happens after the end')
  assert.equal(remaining.size, options.messages)
  for (const userId of [ownerId, ...adminIds, ...guestIds, ...subscriberIds]) assert.ok(present.has(userId))
  assert.ok(!subscriberIds.some((userId) => guestIds.includes(userId)), 'a guest cannot subscribe')
}

test('a longer run begins with the same messages and continues', () => {
  const timeless = (events: ChatEvent[]) => events.map(({ at: _, ...event }) => event)
  const short = timeless(chat({ messages: 150 }))
  const long = timeless(chat({ messages: 400, days: 90, endAt: endAt + 5_000_000 }))
  assert.deepEqual(long.slice(0, short.length), short)
  assert.ok(long.length > short.length)
})

test('the last messages are recent at any hour', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = endAt + hour * 3_600_000
    const said = chat({ endAt: now }).filter(({ kind }) => kind === 'message')
    assert.equal(said.at(-1)?.at, now)
    assert.ok(said.filter(({ at }) => at > now - 600_000).length >= 5, `${hour} hours later`)
  }
})

test('a group with a low limit stays small and still talks', () => {
  for (const index of [0, 1, 2, 3]) {
    const options = { seed: 'small', index, people: 6 }
    const { people, presentAtFirst } = describeChannel(options)
    assert.ok(people.length >= 6 && people.length <= 7 && presentAtFirst <= people.length, `${people.length} people`)
    const known = new Set(people.map(({ userId }) => userId))
    const talk = chat({ ...options, messages: 300 })
    const speakers = new Set(talk.flatMap((event) => (event.kind === 'message' ? [event.sender.userId] : [])))
    assert.ok(speakers.size > 3 && [...speakers].every((userId) => known.has(userId)), `${speakers.size} speakers`)
  }
})

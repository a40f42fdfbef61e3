import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import { createConnector, deliveryOf, destination, openEvents, openOne } from './deliver.ts'
import { common, freshEventId, freshId, inGroup, messageEvent, sampleEvents } from './sample-events.ts'

type Message = Extract<IncomingEvent, { kind: 'message' }>

function read(message: object): Pick<Message, 'content' | 'details' | 'hasFile'> {
  const event = openOne(messageEvent(message)) as Message
  const { content, details, hasFile } = event
  return { content, ...(details ? { details } : {}), ...(hasFile ? { hasFile } : {}) }
}

test('every documented event is understood, alone and all in one delivery', () => {
  const samples = sampleEvents()
  const kinds = samples.map((event) => {
    const { events, unread } = openEvents([event])
    assert.deepEqual(unread, [], JSON.stringify(event))
    return events[0]?.kind ?? 'ignored'
  })
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  assert.deepEqual(counts, {
    message: 14,
    'message-edited': 1,
    'message-unsent': 1,
    'bot-added': 3,
    'bot-removed': 2,
    'members-joined': 1,
    'members-left': 1,
    ignored: 12,
  })
  const { events, unread } = openEvents(samples)
  assert.deepEqual(unread, [])
  assert.deepEqual(
    events.map((event) => event.kind),
    kinds.filter((kind) => kind !== 'ignored'),
  )
})

test('each kind of content is converted to our format, with its details', () => {
  const line = { type: 'line' }
  const quoteToken = 'q'
  const cases: [object, ReturnType<typeof read>][] = [
    [{ type: 'text', text: 'あ🌅\n"x"' }, { content: { type: 'text', text: 'あ🌅\n"x"' } }],
    [
      {
        type: 'text',
        text: '@All @Mika @Bot $',
        quotedMessageId: '512345678901234567',
        emojis: [{ index: 16, length: 1, productId: '5ac1', emojiId: '002' }],
        mention: {
          mentionees: [
            { type: 'all', index: 0, length: 4 },
            { type: 'user', index: 5, length: 5, userId: 'U1', isSelf: false },
            { type: 'user', index: 11, length: 4, userId: 'U2', isSelf: true },
            { type: 'user', index: 11, length: 4 },
          ],
        },
      },
      {
        content: { type: 'text', text: '@All @Mika @Bot $' },
        details: {
          quotedMessageId: '512345678901234567',
          mentions: [
            { index: 0, length: 4, isAll: true },
            { index: 5, length: 5, userId: 'U1' },
            { index: 11, length: 4, userId: 'U2', isBot: true },
            { index: 11, length: 4 },
          ],
          emojis: [{ index: 16, length: 1, productId: '5ac1', emojiId: '002' }],
        },
      },
    ],
    [
      { type: 'image', contentProvider: line, quoteToken },
      { content: { type: 'image' }, hasFile: true },
    ],
    [
      { type: 'image', contentProvider: line, imageSet: { id: 'E1', index: 2, total: 3 } },
      { content: { type: 'image' }, details: { imageSet: { id: 'E1', index: 2, total: 3 } }, hasFile: true },
    ],
    [
      { type: 'image', contentProvider: line, imageSet: { id: 'E1' } },
      { content: { type: 'image' }, details: { imageSet: { id: 'E1' } }, hasFile: true },
    ],
    [
      { type: 'image', contentProvider: { type: 'external', originalContentUrl: 'https://example.com/a' } },
      { content: { type: 'image' }, details: { externalUrl: 'https://example.com/a' } },
    ],
    [
      { type: 'video', contentProvider: line, duration: 60_000 },
      { content: { type: 'video', durationMs: 60_000 }, hasFile: true },
    ],
    [
      { type: 'audio', contentProvider: line },
      { content: { type: 'audio' }, hasFile: true },
    ],
    [
      { type: 'file', fileName: '見積.pdf', fileSize: 2138 },
      { content: { type: 'file', fileName: '見積.pdf', fileSize: 2138 }, hasFile: true },
    ],
    [
      { type: 'location', title: 'Inn', address: 'Kioicho', latitude: 35.5, longitude: -139.5 },
      {
        content: { type: 'location', latitude: 35.5, longitude: -139.5, address: 'Kioicho' },
        details: { title: 'Inn' },
      },
    ],
    [{ type: 'location', latitude: 0, longitude: 180 }, { content: { type: 'location', latitude: 0, longitude: 180 } }],
    [
      { type: 'sticker', packageId: '446', stickerId: '1988', keywords: ['hi', 'smile'], text: 'Hi' },
      {
        content: { type: 'sticker', packageId: '446', stickerId: '1988' },
        details: { stickerKeywords: ['hi', 'smile'], stickerText: 'Hi' },
      },
    ],
  ]
  for (const [given, expected] of cases) assert.deepEqual(read(given), expected, JSON.stringify(given))
})

test('a message is not lost because of optional fields in an unexpected form', () => {
  assert.deepEqual(
    read({
      type: 'text',
      text: 'hi',
      quotedMessageId: 5,
      emojis: 'none',
      mention: { mentionees: [null, 7, { index: -1, length: 1 }, { type: 'role', index: 0, length: 2 }] },
      newThing: { deep: [1] },
    }),
    { content: { type: 'text', text: 'hi' }, details: { mentions: [{ index: 0, length: 2 }] } },
  )
  assert.deepEqual(read({ type: 'image', imageSet: [] }), { content: { type: 'image' }, hasFile: true })
  assert.deepEqual(read({ type: 'video', duration: '1' }), { content: { type: 'video' }, hasFile: true })
  assert.deepEqual(read({ type: 'sticker', packageId: '1', stickerId: '2', keywords: [1, 'a'], text: 4 }), {
    content: { type: 'sticker', packageId: '1', stickerId: '2' },
    details: { stickerKeywords: ['a'] },
  })
})

test('ids stay strings, digit for digit', () => {
  const id = '512345678901234567'
  const event = openOne(messageEvent({ id, type: 'text', text: 'x' })) as Message
  assert.equal(event.messageId, id)
})

test('group, room and private chat are distinguished, and a private chat belongs to its person', () => {
  const cases = [
    [{ type: 'group', groupId: 'C1', userId: 'U1' }, { channelId: 'C1', type: 'group' }, { userId: 'U1' }],
    [{ type: 'room', roomId: 'R1', userId: 'U1' }, { channelId: 'R1', type: 'room' }, { userId: 'U1' }],
    [{ type: 'user', userId: 'U1' }, { channelId: 'U1', type: 'user', userId: 'U1' }, { userId: 'U1' }],
    [{ type: 'group', groupId: 'C1' }, { channelId: 'C1', type: 'group' }, undefined],
  ] as const
  for (const [source, channel, sender] of cases) {
    const event = openOne(messageEvent({ type: 'text', text: 'x' }, source)) as Message
    assert.deepEqual(event.channel, channel)
    assert.deepEqual(event.sender, sender)
  }
})

test('people who join and leave are named, except those who never consented to it', () => {
  const group = { type: 'group' as const, groupId: freshId('C') }
  const members = [{ type: 'user', userId: 'U1' }, { type: 'user' }, { type: 'user', userId: 'U2' }]
  const joined = openOne({ type: 'memberJoined', ...common(group), joined: { members } })
  assert.deepEqual(joined.kind === 'members-joined' && joined.members, [{ userId: 'U1' }, { userId: 'U2' }])
  const left = openOne({ type: 'memberLeft', ...common(group, { canReply: false }), left: { members } })
  assert.deepEqual(left.kind === 'members-left' && left.userIds, ['U1', 'U2'])
})

test('an edit and an unsend name the message they change', () => {
  const message = { id: '512345678901234567', type: 'text', text: 'new', quoteToken: 'q', quotedMessageId: '5' }
  const edited = openOne({ type: 'messageEdited', ...common(inGroup()), message })
  assert.equal(edited.kind, 'message-edited')
  const { text, messageId, details } = edited as Extract<IncomingEvent, { kind: 'message-edited' }>
  assert.deepEqual(
    { text, messageId, details },
    { text: 'new', messageId: message.id, details: { quotedMessageId: '5' } },
  )
  const unsent = openOne({ type: 'unsend', ...common(inGroup()), unsend: { messageId: message.id } })
  assert.equal(unsent.kind === 'message-unsent' && unsent.messageId, message.id)
})

test('a reply can be sent for a minute after the delivery, and never later than 20 minutes after the event', () => {
  const at = 1_800_000_000_000
  const minute = 60_000
  const replyAfter = (delayMs: number, changes: object = {}) => {
    const event = { type: 'join', ...common(inGroup()), timestamp: at, replyToken: 'token', ...changes }
    return openOne(event, at + delayMs).reply
  }
  const first = replyAfter(500)
  assert.deepEqual(first, { token: 'token', expiresAt: at + 500 + 58_000, isOneUse: true, cost: 'free' })
  const again = { deliveryContext: { isRedelivery: true } }
  assert.equal(replyAfter(10 * minute, again)?.expiresAt, at + 10 * minute + 58_000)
  assert.equal(replyAfter(19.5 * minute, again)?.expiresAt, at + 20 * minute)
  assert.equal(replyAfter(20 * minute, again), undefined)
  assert.equal(replyAfter(0, { replyToken: undefined }), undefined)
})

test('while another bot controls the chat, events are accepted and nothing can be sent', () => {
  const event = { ...messageEvent({ type: 'text', text: 'x' }), mode: 'standby' }
  assert.equal(openOne(event).reply, undefined)
  assert.ok(openOne({ ...event, mode: 'active' }).reply)
})

test('an event has the time it happened and the id it is delivered under', () => {
  const eventId = freshEventId()
  const event = openOne({
    ...messageEvent({ type: 'text', text: 'x' }),
    webhookEventId: eventId,
    timestamp: 1_700_000_000_123,
  })
  assert.deepEqual([event.eventId, event.at], [eventId, 1_700_000_000_123])
})

test('a delivery without events is accepted, and one for another account is refused once our account is known', () => {
  const body = JSON.stringify({ destination, events: [] })
  const connector = createConnector()
  assert.deepEqual(connector.webhook.open(deliveryOf(body)), { kind: 'taken', events: [], unread: [] })
  connector.setAccount(freshId('U'))
  assert.equal(connector.webhook.open(deliveryOf(body)).kind, 'refused')
  assert.equal(connector.webhook.open(deliveryOf('{"events":[]}')).kind, 'refused')
  connector.setAccount(destination)
  assert.equal(connector.webhook.open(deliveryOf(body)).kind, 'taken')
})

test('a body without a list of events is unreadable', () => {
  for (const body of [
    '',
    'null',
    '[]',
    '"events"',
    '{}',
    '{"events":{}}',
    '{"events":null}',
    '{"events":[]',
    '{'.repeat(9),
  ])
    assert.equal(createConnector().webhook.open(deliveryOf(body)).kind, 'unreadable', body)
})

test('messages and joins of our own account are marked as from a bot', () => {
  const own = { type: 'group', groupId: freshId('C'), userId: destination } as const
  const text = { type: 'text', text: 'x', quoteToken: 'q' }
  const said = openOne(messageEvent(text, own)) as Message
  assert.deepEqual(said.sender, { userId: destination, isBot: true })
  const joined = openOne({
    type: 'memberJoined',
    ...common(inGroup()),
    joined: {
      members: [
        { type: 'user', userId: destination },
        { type: 'user', userId: 'U1' },
      ],
    },
  })
  assert.ok(joined.kind === 'members-joined')
  assert.deepEqual(joined.members, [{ userId: destination, isBot: true }, { userId: 'U1' }])
})

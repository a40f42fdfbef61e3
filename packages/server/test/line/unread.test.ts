import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConnector, deliveryOf, destination, openEvents } from './deliver.ts'
import { common, inGroup, messageEvent, sampleEvents } from './sample-events.ts'

const text = { type: 'text', text: 'hi' }
const good = messageEvent(text)

/** Nested arrays, written by hand because JSON.stringify fails at this depth. */
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const broken: Record<string, unknown> = {
  null: null,
  'a number': 5,
  'a list': [],
  'no type': { ...good, type: undefined },
  'an unknown type': { ...good, type: 'things' },
  'a type that is a property of every object': { ...good, type: 'constructor' },
  'a null source': { ...good, source: null },
  'no source': { ...good, source: undefined },
  'an unknown source': { ...good, source: { type: 'square', squareId: 'S1' } },
  'a group without its id': { ...good, source: { type: 'group' } },
  'a private chat without its person': { ...good, source: { type: 'user' } },
  'an id with spaces': { ...good, source: { type: 'group', groupId: 'C 1' } },
  'no event id': { ...good, webhookEventId: undefined },
  'a number as event id': { ...good, webhookEventId: 5 },
  'no timestamp': { ...good, timestamp: undefined },
  'a text as timestamp': { ...good, timestamp: '1700000000000' },
  'a fraction as timestamp': { ...good, timestamp: 1.5 },
  'a time before 1970': { ...good, timestamp: -1 },
  'a time after 9999': { ...good, timestamp: 253_402_300_800_000 },
  'no message': { ...good, message: undefined },
  'no message id': messageEvent({ ...text, id: undefined }),
  'a number as message id': messageEvent({ ...text, id: 5123 }),
  'an unknown content': messageEvent({ type: 'hologram' }),
  'a text that is a number': messageEvent({ type: 'text', text: 5 }),
  'half a character': messageEvent({ type: 'text', text: 'a\ud83d' }),
  'an oversized text': messageEvent({ type: 'text', text: 'x'.repeat(100_001) }),
  'a file without a name': messageEvent({ type: 'file', fileSize: 1 }),
  'a location off the globe': messageEvent({ type: 'location', latitude: 91, longitude: 0 }),
  'a location that is a text': messageEvent({ type: 'location', latitude: '1', longitude: 0 }),
  'a sticker without its package': messageEvent({ type: 'sticker', stickerId: '1' }),
  'an edited picture': { ...good, type: 'messageEdited', message: { id: '5', type: 'image' } },
  'an unsend of nothing': { type: 'unsend', ...common(inGroup()), unsend: {} },
  'joined without members': { type: 'memberJoined', ...common(inGroup()), joined: {} },
  'members that are numbers': { type: 'memberLeft', ...common(inGroup()), left: { members: [1] } },
}

for (const [name, event] of Object.entries(broken)) {
  test(`an event that cannot be understood (${name}) is kept as received, and its neighbours are accepted`, () => {
    const { events, unread } = openEvents([good, event, messageEvent(text)])
    assert.equal(events.length, 2)
    assert.equal(unread.length, 1)
    assert.match(unread[0]?.reason ?? '', /^[A-Z]/)
    const whole = JSON.stringify(event)
    if (whole.length < 60_000) assert.equal(unread[0]?.raw, whole)
  })
}

test('an unread event keeps the ids it has, so that an unsend finds it', () => {
  const event = { ...messageEvent({ id: '77', type: 'hologram' }, { type: 'group', groupId: 'C1', userId: 'U1' }) }
  const { unread } = openEvents([{ ...event, webhookEventId: 'E1', timestamp: 1_700_000_000_000 }])
  assert.equal(unread.length, 1)
  const { at, eventId, channelId, messageId, reason } = unread[0] ?? {}
  assert.deepEqual(
    { at, eventId, channelId, messageId, reason },
    {
      at: 1_700_000_000_000,
      eventId: 'E1',
      channelId: 'C1',
      messageId: '77',
      reason: 'The message type "hologram" is unknown',
    },
  )
  const [bare] = openEvents([{ type: 'x' }], 123).unread
  assert.deepEqual(bare, { at: 123, reason: 'The event type "x" is unknown', raw: '{"type":"x"}' })
})

test('the reason never contains what people wrote', () => {
  const { unread } = openEvents([messageEvent({ type: 'text', text: 'SECRET\ud83d' })])
  assert.ok(unread[0]?.raw.includes('SECRET'))
  assert.ok(!unread[0]?.reason.includes('SECRET'))
})

test('a huge event is kept up to 64 KiB, with a note, and never cut within a character', () => {
  for (const filling of ['x', 'あ', '🌅', 'x🌅']) {
    const { unread } = openEvents([messageEvent({ type: 'hologram', text: filling.repeat(300_000) })])
    const { raw = '' } = unread[0] ?? {}
    assert.ok(Buffer.byteLength(raw) <= 65_536 && Buffer.byteLength(raw) > 65_500, filling)
    assert.match(raw, /… \(truncated: \d+ bytes in total\)$/)
    assert.ok(raw.isWellFormed() && !raw.includes('\ufffd'))
  }
})

test('extremely deep nesting does no harm', () => {
  const ok = JSON.stringify(messageEvent(text))
  for (const levels of [600, 100_000, 450_000]) {
    const inMessage = JSON.stringify({ ...good, message: '@' }).replace('"@"', deep(levels))
    const inExtra = JSON.stringify({ ...good, extra: '@' }).replace('"@"', deep(levels))
    const body = `{"destination":"${destination}","events":[${ok},${inMessage},${deep(levels)},${inExtra},${ok}]}`
    const opened = createConnector().webhook.open(deliveryOf(body))
    assert.ok(opened.kind === 'taken')
    assert.equal(opened.events.length, 2)
    assert.equal(opened.unread.length, 3)
    for (const { reason } of opened.unread) assert.match(reason, /levels deep/)
  }
  const shallow = JSON.stringify({ ...good, extra: '@' }).replace('"@"', deep(400))
  const opened = createConnector().webhook.open(deliveryOf(`{"destination":"${destination}","events":[${shallow}]}`))
  assert.equal(opened.kind === 'taken' && opened.events.length, 1)
})

test('a name like __proto__ in an event is a name like any other', () => {
  const body = `{"destination":"${destination}","events":[{"type":"message","__proto__":{"source":{"type":"group"}}}]}`
  const opened = createConnector().webhook.open(deliveryOf(body))
  assert.equal(opened.kind === 'taken' && opened.unread.length, 1)
  assert.equal(({} as { source?: unknown }).source, undefined)
})

const ignored = ['postback', 'videoPlayComplete', 'beacon', 'accountLink', 'membership', 'module']
const ignoredToo = ['activated', 'deactivated', 'botSuspended', 'botResumed', 'delivery']

function countIgnored(events: unknown[]): number {
  const types = new Set<unknown>([...ignored, ...ignoredToo])
  return events.filter((event) => types.has((event as { type?: unknown } | null)?.type)).length
}

test('whatever the platform sends as events, none throws and none is lost', () => {
  const anything = fc.jsonValue({ maxDepth: 4 })
  const words = [
    'type',
    'source',
    'message',
    'timestamp',
    'webhookEventId',
    'joined',
    'left',
    'unsend',
    'mode',
    'replyToken',
  ]
  const samples = sampleEvents()
  // A valid event in which one field was replaced by anything.
  const spoiled = fc
    .tuple(fc.constantFrom(...samples), fc.constantFrom(...words), anything)
    .map(([sample, word, value]) => ({ ...sample, [word]: value }))
  const spoiledInside = fc
    .tuple(
      fc.constantFrom(...samples),
      fc.constantFrom('text', 'id', 'type', 'mention', 'imageSet', 'keywords'),
      anything,
    )
    .map(([sample, word, value]) => ({
      ...sample,
      message: { ...(sample as { message?: object }).message, [word]: value },
    }))
  fc.assert(
    fc.property(fc.array(fc.oneof(anything, spoiled, spoiledInside), { maxLength: 8 }), (given) => {
      const { events, unread } = openEvents(given)
      const parsed = JSON.parse(JSON.stringify(given)) as unknown[]
      assert.equal(events.length + unread.length + countIgnored(parsed), given.length)
      for (const { raw } of unread) assert.ok(raw.isWellFormed())
    }),
    { numRuns: 500 },
  )
})

test('a body of any bytes, even a signed one, throws nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.json(), (bytes, json) => {
      for (const body of [bytes, json]) createConnector().webhook.open(deliveryOf(body))
    }),
    { numRuns: 300 },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const listOf = (channel: string) => `/api/channels/${channel}/backup/messages`
const backedUp = (channel: string) => service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })

test('a subscriber can read the messages of a day page by page', async () => {
  const channel = await backedUp('C-pages')
  await service.receive(
    Array.from({ length: 5 }, (_, index) => message(channel, service.clock.now + index, { id: `m${index}` })),
  )
  const first = await owner.get(`${listOf(channel)}?limit=3`)
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(idsOf(first), ['m0', 'm1', 'm2'])
  const second = await owner.get(`${listOf(channel)}?cursor=${first.body.nextCursor}`)
  assert.deepEqual(idsOf(second), ['m3', 'm4'])
  assert.equal(second.body.nextCursor, null)
})

const media = { mediaKey: '<key>' }
const kinds: { says: string; content: MessageContent; extra: object }[] = [
  { says: 'a text', content: { type: 'text', text: 'See you at nine ☕️' }, extra: { content: 'See you at nine ☕️' } },
  { says: 'an empty text', content: { type: 'text', text: '' }, extra: { content: '' } },
  { says: 'an image', content: { type: 'image', fileSize: 204_800 }, extra: { ...media, fileSize: 204_800 } },
  { says: 'an image of unknown size', content: { type: 'image' }, extra: { ...media, fileSize: 0 } },
  {
    says: 'a video, its duration in milliseconds',
    content: { type: 'video', fileSize: 7, durationMs: 61_500 },
    extra: { ...media, fileSize: 7, duration: 61_500 },
  },
  {
    says: 'a video of unknown duration',
    content: { type: 'video' },
    extra: { ...media, fileSize: 0, duration: 0 },
  },
  {
    says: 'an audio message',
    content: { type: 'audio', durationMs: 1200 },
    extra: { ...media, fileSize: 0, duration: 1200 },
  },
  {
    says: 'a file',
    content: { type: 'file', fileSize: 12, fileName: '議事録 "3".pdf' },
    extra: { ...media, fileSize: 12, fileName: '議事録 "3".pdf' },
  },
  {
    says: 'a location in decimal degrees',
    content: { type: 'location', latitude: -13.83, longitude: 171.76, address: 'Beach Road, Apia' },
    extra: { latitude: -13.83, longitude: 171.76, address: 'Beach Road, Apia' },
  },
  {
    says: 'a location without an address',
    content: { type: 'location', latitude: 0, longitude: 0 },
    extra: { latitude: 0, longitude: 0, address: '' },
  },
  {
    says: 'a sticker, its numbers as texts',
    content: { type: 'sticker', stickerId: '52002734', packageId: '11537' },
    extra: { stickerId: '52002734', packageId: '11537' },
  },
]

test('every type of message has exactly its fields, in the list and on its own', async () => {
  const channel = await backedUp('C-kinds')
  await service.receive(
    kinds.map(({ content }, index) => message(channel, service.clock.now, { id: `k${index}`, content })),
  )
  const { body } = await owner.get(listOf(channel))
  const mediaKeys: string[] = []
  for (const [index, { says, content, extra }] of kinds.entries()) {
    const listed = body.messages[index]
    const expected = {
      id: `k${index}`,
      timestamp: '2026-03-10T12:00:00Z',
      sender: { id: 'U-owner', name: 'Name of U-owner' },
      type: content.type,
      ...extra,
    }
    assert.deepEqual({ ...listed, ...('mediaKey' in listed ? media : {}) }, expected, says)
    if ('mediaKey' in listed) mediaKeys.push(listed.mediaKey)
    assert.deepEqual((await owner.get(`${listOf(channel)}/k${index}`)).body, listed, `${says}, on its own`)
  }
  assert.equal(new Set(mediaKeys).size, 6, 'each media message has its own key')
})

test('a message whose sender the platform withholds is from Unknown', async () => {
  const channel = await backedUp('C-unknown')
  const { sender: _, ...withheld } = message(channel, service.clock.now, { id: 'm1' })
  await service.receive([withheld])
  const { body } = await owner.get(`${listOf(channel)}/m1`)
  assert.deepEqual(body.sender, { id: '', name: 'Unknown' })
})

test('a message has the name that its sender had when it was sent', async () => {
  const channel = await backedUp('C-names')
  const { now } = service.clock
  await service.receive([
    joined(channel, now, 'U-mika', 'Mika'),
    message(channel, now + 1, { id: 'before', from: 'U-mika' }),
    message(channel, now + 2, { id: 'after', from: 'U-mika', name: 'Mika in Osaka' }),
    message(channel, now + 3, { id: 'later', from: 'U-mika' }),
    edited(channel, now + 4, 'before', 'Edited after the rename'),
  ])
  const { body } = await owner.get(listOf(channel))
  assert.deepEqual(
    body.messages.map(({ id, sender }: { id: string; sender: { name: string } }) => [id, sender.name]),
    [
      ['before', 'Mika'],
      ['after', 'Mika in Osaka'],
      ['later', 'Mika in Osaka'],
    ],
  )
  assert.equal(body.messages[0].content, 'Edited after the rename')
})

test('a person whose name is unknown is named by their id', async () => {
  const channel = await backedUp('C-nameless')
  await service.receive([message(channel, service.clock.now, { id: 'm1', from: 'U-nobody' })])
  assert.deepEqual((await owner.get(`${listOf(channel)}/m1`)).body.sender, { id: 'U-nobody', name: 'U-nobody' })
})

test('messages are listed oldest first, newest first on request, and ties keep the order of arrival', async () => {
  const channel = await backedUp('C-order')
  const { now } = service.clock
  await service.receive([
    message(channel, now + 2000, { id: 'late' }),
    message(channel, now, { id: 'tie-1' }),
    message(channel, now, { id: 'tie-2' }),
  ])
  await service.receive([
    message(channel, now, { id: 'tie-3' }),
    message(channel, now + 1, { id: 'a-millisecond-later' }),
  ])
  const oldestFirst = ['tie-1', 'tie-2', 'tie-3', 'a-millisecond-later', 'late']
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), oldestFirst)
  assert.deepEqual(idsOf(await owner.get(`${listOf(channel)}?order=asc`)), oldestFirst)
  assert.deepEqual(idsOf(await owner.get(`${listOf(channel)}?order=desc`)), oldestFirst.toReversed())
})

test('a page has 50 messages if no limit is given, and the last one has no cursor', async () => {
  const channel = await backedUp('C-default')
  await service.receive(Array.from({ length: 100 }, (_, index) => message(channel, service.clock.now + index)))
  const { body } = await owner.get(listOf(channel))
  assert.equal(body.messages.length, 50)
  const rest = await owner.get(`${listOf(channel)}?cursor=${body.nextCursor}`)
  assert.equal(rest.body.messages.length, 50)
  assert.equal(rest.body.nextCursor, null, 'a page that is exactly full is known to be the last')
  const all = await owner.get(`${listOf(channel)}?limit=100`)
  assert.deepEqual([all.body.messages.length, all.body.nextCursor], [100, null])
})

test('a message is found by its id on any day, and with its day, but not with another day', async () => {
  const channel = await backedUp('C-dates')
  await service.receive([message(channel, Date.parse('2024-02-29T23:59:59.999Z'), { id: 'leap' })])
  const path = `${listOf(channel)}/leap`
  assert.equal((await owner.get(path)).body.timestamp, '2024-02-29T23:59:59Z')
  assert.equal((await owner.get(`${path}?date=2024-02-29`)).status, 200)
  const notFound = { error: 'Message not found' }
  assert.deepEqual((await owner.get(`${path}?date=2024-03-01`)).body, notFound)
  assert.deepEqual((await owner.get(`${path}?date=2024-02-28`)).body, notFound)
  assert.deepEqual(idsOf(await owner.get(`${listOf(channel)}?date=2024-02-29`)), ['leap'])
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), [], 'the list only shows today')
})

test('a message that is unknown, unsent, from another channel or without a file is "Message not found"', async () => {
  const channel = await backedUp('C-missing')
  const other = await backedUp('C-other')
  const { now } = service.clock
  await service.receive([
    message(channel, now, { id: 'text' }),
    message(channel, now, { id: 'regretted' }),
    message(other, now, { id: 'elsewhere', content: { type: 'image' } }),
    unsent(channel, now + 1, 'regretted'),
  ])
  const media = `/api/channels/${channel}/backup/media`
  assert.equal((await owner.get(`${listOf(channel)}/text`)).status, 200)
  for (const path of [
    `${listOf(channel)}/never-sent`,
    `${listOf(channel)}/regretted`,
    `${listOf(channel)}/elsewhere`,
    `${media}/never-sent`,
    `${media}/regretted`,
    `${media}/elsewhere`,
    `${media}/text`,
  ]) {
    const answer = await owner.get(path)
    assert.deepEqual([answer.status, answer.body], [404, { error: 'Message not found' }], path)
  }
})

test('an id is used verbatim, whatever characters it contains', async () => {
  const channel = await backedUp('C-verbatim')
  const ids = ['a/b', '..', '%2F', 'ü 漢', "'; drop table messages; --", '007', '🦊']
  await service.receive(ids.map((id, index) => message(channel, service.clock.now + index, { id })))
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), ids)
  for (const id of ids.filter((one) => one !== '..')) {
    const answer = await owner.get(`${listOf(channel)}/${encodeURIComponent(id)}`)
    assert.equal(answer.body.id, id)
  }
})

test('a text is returned exactly as it was sent', async () => {
  const channel = await backedUp('C-verbatim-text')
  const texts = [
    '"quoted" \\ and </script>',
    'two\nlines\r\n\ttab \u0000 null',
    '👩‍👩‍👧‍👦 한국어 ไทย',
    'x'.repeat(20_000),
    '\u2028\uFEFF\uD83D',
  ]
  await service.receive(texts.map((text) => message(channel, service.clock.now, { content: { type: 'text', text } })))
  const { body } = await owner.get(listOf(channel))
  assert.deepEqual(
    body.messages.map(({ content }: { content: string }) => content),
    texts,
  )
})

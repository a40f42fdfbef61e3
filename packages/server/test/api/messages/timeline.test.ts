import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TimelineMessage } from '@innkeeper/contract'
import { createMediaBytes } from '@innkeeper/testdata'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup, labelsOf, read } from '../../support/content/sample-group.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const dayMs = 86_400_000
const drawing = createMediaBytes({ seed: 'drawing', language: 'en', messageId: 'drawing', content: { type: 'image' } })

test('a conversation reads as in the chat, with the messages of the bot and a gap where something was unsent', async () => {
  const { owner, timeline, deliver, question, settled, channelId } = await createSampleGroup(service, 'C-chat', {
    members: ['U1'],
  })
  const before = await read(owner, timeline)
  assert.deepEqual(before, {
    items: [],
    timezone: 'UTC',
    lastEventId: before.lastEventId,
    previousCursor: null,
    nextCursor: null,
  })
  await deliver(
    message(channelId, noon, { id: 'm1', from: 'U1', name: 'Mika', content: { type: 'text', text: 'Good morning' } }),
    question('m2', noon + 1000),
    message(channelId, noon + 1000, { id: 'm3' }),
    message(channelId, noon + 2000, { id: 'm4' }),
    edited(channelId, noon + 3000, 'm1', 'Good evening'),
    unsent(channelId, noon + 4000, 'm3'),
  )
  await settled()
  const { items, lastEventId } = await read(owner, timeline)
  assert.deepEqual(labelsOf(items), ['m1', 'm2', 'gap', 'answer to m2', 'm4'])
  assert.deepEqual(items[0], {
    kind: 'message',
    id: 'm1',
    timestamp: '2026-03-10T12:00:00Z',
    sender: {
      id: 'U1',
      name: 'Mika',
      pictureUrl: (items[0] as unknown as { sender: { pictureUrl: string } }).sender.pictureUrl,
    },
    type: 'text',
    content: 'Good evening',
    isFromBot: false,
    edited: true,
    editedAt: '2026-03-10T12:00:03Z',
    quoted: null,
    imageSet: null,
    topic: null,
    mentions: [],
    title: null,
    mediaState: null,
    lostReason: null,
    sticker: null,
    precision: 'exact',
    imported: null,
    preview: null,
  })
  assert.deepEqual(items[2], { kind: 'gap', at: '2026-03-10T12:00:01Z' })
  const { id: _id, ...answer } = items[3] as { id: string }
  assert.deepEqual(answer, {
    kind: 'answer',
    at: '2026-03-10T12:00:01Z',
    what: 'answer',
    texts: ['There is tea.'],
    messageId: 'm2',
  })
  assert.ok(Number(lastEventId) > Number(before.lastEventId), 'the page says up to which event it is current')
})

test('messages of the bot appear where they were sent, after earlier messages of others', async () => {
  const { owner, timeline, deliver, question, settled, channelId } = await createSampleGroup(service, 'C-slow')
  const before = service.clock.now
  service.clock.now = noon + 5000
  await deliver(question('m1', noon), message(channelId, noon + 2000, { id: 'm2' }))
  await settled()
  service.clock.now = before
  await deliver(message(channelId, noon + 6000, { id: 'm3' }))
  const { items } = await read(owner, timeline)
  assert.deepEqual(labelsOf(items), ['m1', 'm2', 'answer to m1', 'm3'])
  assert.equal(items[2]?.at, '2026-03-10T12:00:05Z')
})

test('messages that the bot could not send do not appear', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-mute')
  const text = { type: 'text', text: 'Is there tea?' } as const
  await deliver(message(channelId, noon, { id: 'm1', content: text }))
  assert.equal((await owner.get(`/api/channels/${channelId}/assistant/log`)).body.sends[0].state, 'refused')
  assert.deepEqual(labelsOf((await read(owner, timeline)).items), ['m1'])
})

test('pictures sent together, mentions, topics, titles, bots and files show what is known about them', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-rich')
  const at = (id: string, more: Parameters<typeof message>[2] = {}) => message(channelId, noon, { id, ...more })
  const image = { type: 'image' } as const
  await deliver(
    { ...at('set', { content: image }), details: { imageSet: { id: 's1', index: 1, total: 2 } } },
    { ...at('lone', { content: image }), details: { imageSet: { id: 's2' } } },
    {
      ...at('hello', { content: { type: 'text', text: 'Hi @Mika!' } }),
      details: {
        mentions: [
          { index: 0, length: 2, isAll: true, userId: 'U2' },
          { index: 3, length: 5, userId: 'U1' },
          { index: 3, length: 50, userId: 'U3' },
          { index: 0, length: 0 },
        ],
        topic: { id: '5', name: 'Kitchen' },
      },
    },
    {
      ...at('place', { content: { type: 'location', latitude: 1, longitude: 2 } }),
      details: { title: 'Station' },
    },
    {
      ...at('sticker', { content: { type: 'sticker', stickerId: '1', packageId: '2' } }),
      details: { stickerText: 'Yay', stickerKeywords: ['happy'] },
    },
    {
      ...at('silent', { content: { type: 'sticker', stickerId: '3', packageId: '2' } }),
      details: { stickerKeywords: ['sleepy', 'tired'] },
    },
    { ...at('song', { content: { type: 'audio' } }), details: { title: 'Ana – Walk', topic: { id: '7' } } },
    { ...at('robot'), sender: { userId: 'U-robot', isBot: true } },
    at('lost', { content: image }),
  )
  await service.storeMedia(channelId, 'set', drawing)
  const loss = { kind: 'lose-media', channelId, messageId: 'lost', at: noon, reason: 'it expired' } as const
  await service.store.write<'lose-media'>(loss)
  const { items } = await eventually(
    () => read(owner, timeline),
    (page) => page.items.some((item) => 'preview' in item && item.preview !== null),
  )
  const of = (id: string) => items.find((item) => item.id === id) as unknown as Record<string, unknown>
  assert.deepEqual(
    [of('set').imageSet, of('set').mediaState, of('set').fileSize],
    [{ id: 's1', index: 1, total: 2 }, 'stored', drawing.length],
  )
  const { width, height } = of('set').preview as { width: number; height: number }
  assert.ok(width > 0 && height > 0, 'a page can be laid out before the picture is loaded')
  assert.deepEqual(
    [of('lone').imageSet, of('lone').mediaState, of('lone').preview],
    [{ id: 's2', index: null, total: null }, 'pending', null],
  )
  assert.deepEqual(
    of('hello').mentions,
    [
      { start: 0, length: 2, userId: null },
      { start: 3, length: 5, userId: 'U1' },
    ],
    'those that fit the text, and who it is unless it is everyone',
  )
  assert.deepEqual([of('place').title, of('sticker').title, of('hello').title], ['Station', 'Yay', null])
  assert.deepEqual([of('song').title, of('song').topic], ['Ana – Walk', { id: '7', name: null }])
  assert.deepEqual([of('hello').topic, of('set').topic], [{ id: '5', name: 'Kitchen' }, null])
  assert.equal(of('silent').title, 'sleepy', 'a sticker without text is described by a keyword')
  assert.deepEqual([of('robot').isFromBot, of('hello').isFromBot], [true, false])
  assert.deepEqual([of('lost').mediaState, of('lost').lostReason, of('set').lostReason], ['lost', 'it expired', null])
})

describe('a reply shows what it answers', () => {
  const quoting = (channelId: string, at: number, id: string, quotedMessageId: string) => ({
    ...message(channelId, at, { id }),
    details: { quotedMessageId },
  })
  type Reply = { id: string; quoted: { id: string; sender: string | null; type: string | null; excerpt: string } }

  test('with its beginning, without cutting a character in two', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-quote')
    const contents = {
      short: { type: 'text', text: 'Shall we go?' },
      long: { type: 'text', text: `${'a'.repeat(99)}🍵${'b'.repeat(50)}` },
      even: { type: 'text', text: `${'a'.repeat(98)}🍵${'b'.repeat(50)}` },
      report: { type: 'file', fileName: 'report.pdf' },
      photo: { type: 'image' },
    } as const
    await deliver(
      ...Object.entries(contents).map(([id, content]) => message(channelId, noon, { id, name: 'Mika', content })),
      ...Object.keys(contents).map((id) => quoting(channelId, noon + 1000, `to-${id}`, id)),
      quoting(channelId, noon + 2000, 'to-nothing', 'never-seen'),
    )
    const { items } = await read(owner, timeline)
    const quoted = (items as unknown as Reply[]).filter(({ id }) => id.startsWith('to-')).map((item) => item.quoted)
    assert.deepEqual(quoted, [
      { id: 'short', sender: 'Mika', type: 'text', excerpt: 'Shall we go?' },
      { id: 'long', sender: 'Mika', type: 'text', excerpt: 'a'.repeat(99) },
      { id: 'even', sender: 'Mika', type: 'text', excerpt: `${'a'.repeat(98)}🍵` },
      { id: 'report', sender: 'Mika', type: 'file', excerpt: 'report.pdf' },
      { id: 'photo', sender: 'Mika', type: 'image', excerpt: '' },
      { id: 'never-seen', sender: null, type: null, excerpt: '' },
    ])
  })

  test('with the name of its topic, which only messages that answer nothing say', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-topic')
    const inTopic = (id: string, topic: { id: string; name?: string }, quotedMessageId?: string) => ({
      ...message(channelId, noon, { id }),
      details: { topic, ...(quotedMessageId !== undefined && { quotedMessageId }) },
    })
    await deliver(
      inTopic('first', { id: '7', name: 'Kitchen' }),
      inTopic('second', { id: '7' }, 'first'),
      inTopic('elsewhere', { id: '8' }, 'first'),
      inTopic('to nothing', { id: '7' }, 'never-seen'),
    )
    await deliver(inTopic('third', { id: '7' }, 'second'))
    const edit = edited(channelId, noon + 1000, 'third', 'New words')
    await deliver({ ...edit, details: { topic: { id: '7' } } } as IncomingEvent)
    const { items } = (await owner.get(timeline)).body
    const messages: TimelineMessage[] = items.filter(({ kind }: { kind: string }) => kind === 'message')
    const topics = messages.map(({ id, topic }) => [id, topic])
    assert.deepEqual(Object.fromEntries(topics), {
      first: { id: '7', name: 'Kitchen' },
      second: { id: '7', name: 'Kitchen' },
      third: { id: '7', name: 'Kitchen' },
      elsewhere: { id: '8', name: null },
      'to nothing': { id: '7', name: null },
    })
  })

  test('but nothing of it to people who cannot read it, or when it is gone', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-secret')
    await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
    await deliver(
      message(channelId, noon, { id: 'secret', name: 'Mika', content: { type: 'text', text: 'hidden words' } }),
      joined(channelId, noon + 1000, 'U-late', 'Late'),
      quoting(channelId, noon + 2000, 'reply', 'secret'),
    )
    await service.subscribe(channelId, 'U-late')
    const late = await service.caller('U-late')
    const quotedFor = async (caller: typeof owner) =>
      ((await read(caller, timeline)).items.find(({ id }) => id === 'reply') as unknown as Reply).quoted
    assert.equal((await quotedFor(owner)).excerpt, 'hidden words', 'the control: people who were there read it')
    const nothing = { id: 'secret', sender: null, type: null, excerpt: '' }
    assert.deepEqual(await quotedFor(late), nothing)
    assert.doesNotMatch((await late.get(timeline)).text, /hidden/)
    await deliver(unsent(channelId, noon + 3000, 'secret'))
    assert.deepEqual(await quotedFor(owner), nothing)
  })
})

describe('a page can start', () => {
  test('around a message, with about as much before as after it', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-around')
    const ids = Array.from({ length: 21 }, (_, index) => `m${index}`)
    await deliver(...ids.map((id, index) => message(channelId, noon + 1 + index, { id })))
    const around = async (id: string, limit: number) =>
      labelsOf((await read(owner, `${timeline}?around=${id}&limit=${limit}`)).items)
    assert.deepEqual(await around('m10', 5), ['m8', 'm9', 'm10', 'm11', 'm12'])
    assert.deepEqual(await around('m10', 1), ['m10'])
    assert.deepEqual(await around('m10', 2), ['m10', 'm11'])
    assert.deepEqual(await around('m0', 5), ['m0', 'm1', 'm2'])
    assert.deepEqual(await around('m20', 5), ['m16', 'm17', 'm18', 'm19', 'm20'])
    const page = await read(owner, `${timeline}?around=m10&limit=5`)
    const beyond = async (cursor: string | null) =>
      labelsOf((await read(owner, `${timeline}?cursor=${cursor}&limit=2`)).items)
    assert.deepEqual(
      [await beyond(page.previousCursor), await beyond(page.nextCursor)],
      [
        ['m6', 'm7'],
        ['m13', 'm14'],
      ],
    )
  })

  test('but not around one that cannot be read', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-closed')
    const { deliver: elsewhere, channelId: other } = await createSampleGroup(service, 'C-other')
    await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 1 })
    await elsewhere(message(other, noon, { id: 'there' }))
    await deliver(
      message(channelId, noon - dayMs - 1, { id: 'expired' }),
      message(channelId, noon, { id: 'unsent' }),
      unsent(channelId, noon + 1, 'unsent'),
      message(channelId, noon, { id: 'here' }),
    )
    const statuses = await Promise.all(
      ['never-seen', 'there', 'expired', 'unsent', 'here'].map(
        async (id) => (await owner.get(`${timeline}?around=${id}`)).status,
      ),
    )
    assert.deepEqual(statuses, [404, 404, 404, 404, 200])
  })

  test("with a day of the channel's calendar, or the next day that has something", async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-days')
    await owner.put(`/api/channels/${channelId}/settings`, { timezone: 'Asia/Tokyo' })
    const at = (time: string, id: string) => message(channelId, Date.parse(time), { id })
    await deliver(
      at('2026-03-01T14:59:59Z', 'last-of-the-1st'),
      at('2026-03-01T15:00:00Z', 'first-of-the-2nd'),
      at('2026-03-05T00:00:00Z', 'on-the-5th'),
    )
    const from = (date: string) => read(owner, `${timeline}?date=${date}`)
    const second = await from('2026-03-02')
    assert.deepEqual(labelsOf(second.items), ['first-of-the-2nd', 'on-the-5th'])
    assert.equal(second.nextCursor, null)
    assert.deepEqual(labelsOf((await read(owner, `${timeline}?cursor=${second.previousCursor}`)).items), [
      'last-of-the-1st',
    ])
    assert.deepEqual(labelsOf((await from('2026-03-03')).items), ['on-the-5th'])
    assert.equal((await from('2026-02-01')).previousCursor, null)
    const after = await from('2026-03-06')
    assert.deepEqual([after.items, after.nextCursor], [[], null])
    const back = await read(owner, `${timeline}?cursor=${after.previousCursor}&limit=1`)
    assert.deepEqual(labelsOf(back.items), ['on-the-5th'], 'an empty page has a cursor back')
  })

  test('nowhere else: conflicting parameters and foreign cursors are refused with an explanation', async () => {
    const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-asked')
    await deliver(message(channelId, noon, { id: 'm1' }), message(channelId, noon, { id: 'm2' }))
    const { previousCursor } = await read(owner, `${timeline}?limit=1`)
    const { previousCursor: dated } = await read(owner, `${timeline}?around=m2&limit=1`)
    const refused = async (query: string) => {
      const { status, body } = await owner.get(`${timeline}?${query}`)
      assert.equal(status, 400, query)
      return body.error
    }
    assert.match(await refused('date=2026-03-10&around=m1'), /date and around/)
    assert.match(await refused(`cursor=${previousCursor}&date=2026-03-10`), /date differs/)
    assert.match(await refused(`cursor=${dated}&around=m1`), /around differs/)
    assert.match(await refused(`cursor=${previousCursor?.slice(0, -1)}_`), /cursor/)
    const media = (await owner.get(`/api/channels/${channelId}/backup/messages?limit=1`)).body.nextCursor
    assert.match(await refused(`cursor=${media}`), /cursor/)
    assert.equal((await owner.get(`${timeline}?cursor=${dated}&around=m2`)).status, 200, 'repeating the same is fine')
  })
})

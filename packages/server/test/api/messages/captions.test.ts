import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { indexAll } from '../../support/content/search.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const noon = service.clock.now
const minute = 60_000
const image = { content: { type: 'image' } } as const
let groups = 0

async function group() {
  const channelId = await service.channel(`C-${++groups}`, {
    owner: 'U-owner',
    members: ['U-mai', 'U-ben'],
    subscribers: ['U-owner'],
  })
  const path = `/api/channels/${channelId}`
  return {
    channelId,
    path,
    get: async (rest: string) => (await owner.get(`${path}${rest}`)).body,
    search: async (q: string) => (await owner.get(`${path}/backup/search?q=${encodeURIComponent(q)}`)).body,
  }
}

test('the caption of a file is shown wherever its message is', async () => {
  const { channelId, get } = await group()
  const file = { type: 'file', fileName: 'plan.pdf' } as const
  await service.receive([
    message(channelId, noon, { id: 'm1', ...image, caption: 'The kitchen' }),
    message(channelId, noon, { id: 'm2', content: file, caption: 'See https://a.example/plan' }),
    message(channelId, noon, { id: 'm3', content: { type: 'video' } }),
    message(channelId, noon, { id: 'm4', content: { type: 'audio' }, caption: '' }),
    { ...message(channelId, noon, { id: 'm5' }), details: { quotedMessageId: 'm1' } },
  ])
  await service.storeMedia(channelId, 'm1', Buffer.from('kitchen'))
  const captions = (items: { caption?: string | null }[]) => items.map(({ caption }) => caption)
  const written = ['The kitchen', 'See https://a.example/plan', undefined, undefined]
  const { messages } = await get('/backup/messages?date=2026-03-10')
  assert.deepEqual(captions(messages.slice(0, 4)), written)
  assert.ok(!('caption' in messages[2]) && !('caption' in messages[3]), 'no caption is no member')
  const { items } = await get('/backup/timeline')
  const said = items.filter(({ kind }: { kind: string }) => kind === 'message')
  assert.deepEqual(captions(said.slice(0, 4)), written)
  assert.equal(said[4].quoted.excerpt, 'The kitchen', 'a quote shows it')
  assert.deepEqual(captions((await get('/backup/gallery')).items), ['The kitchen'])
  const { items: linked } = await get('/backup/links')
  assert.deepEqual(linked[0].links[0].url, 'https://a.example/plan')
  assert.equal(linked[0].excerpt, 'See https://a.example/plan')
})

test('captions are found by their words, with where they are, before and after they are indexed', async () => {
  const { channelId, search } = await group()
  await service.receive([
    message(channelId, noon, { id: 'm1', ...image, caption: 'The blue kitchen' }),
    message(channelId, noon + 1, { id: 'm2', ...image, caption: 'The garden' }),
    message(channelId, noon + 2, { id: 'm3', content: { type: 'file', fileName: 'kitchen.pdf' }, caption: 'A plan' }),
  ])
  const find = async (q: string) => {
    const { hits, isComplete } = await search(q)
    assert.equal(isComplete, true)
    return hits.map((hit: { item: { id: string }; field: string; highlights: object[] }) => [
      hit.item.id,
      hit.field,
      hit.highlights,
    ])
  }
  const compare = async () => {
    assert.deepEqual(await find('blue'), [['m1', 'caption', [{ start: 4, length: 4 }]]])
    assert.deepEqual(
      (await find('kitchen')).map(([id]: [string]) => id),
      ['m3', 'm1'],
    )
    assert.deepEqual(await find('plan'), [['m3', 'caption', [{ start: 2, length: 4 }]]])
    assert.deepEqual(await find('type:image garden'), [['m2', 'caption', [{ start: 4, length: 6 }]]])
    assert.deepEqual(await find('cellar'), [], 'control')
  }
  await compare()
  await indexAll(service.store)
  await compare()
})

test('an edit changes the caption and keeps the earlier one, which is still found', async () => {
  const { channelId, get, search } = await group()
  await service.receive([
    message(channelId, noon, { id: 'm1', ...image, caption: 'The kichten' }),
    message(channelId, noon, { id: 'm2', content: { type: 'audio' } }),
  ])
  await indexAll(service.store)
  await service.receive([
    edited(channelId, noon + minute, 'm1', 'The kitchen'),
    edited(channelId, noon + minute, 'm2', 'Added later'),
  ])
  const shown = await get('/backup/messages/m1')
  assert.deepEqual([shown.caption, shown.type], ['The kitchen', 'image'])
  assert.deepEqual((await get('/backup/messages/m1/versions')).versions, [
    { content: 'The kichten', at: '2026-03-10T12:00:00Z', current: false },
    { content: 'The kitchen', at: '2026-03-10T12:01:00Z', current: true },
  ])
  assert.equal((await get('/backup/messages/m2')).caption, 'Added later')
  const [hit] = (await search('kichten')).hits
  assert.deepEqual([hit.item.id, hit.field, hit.version.content], ['m1', 'caption', 'The kichten'])
  assert.equal((await search('kitchen')).hits[0].version, null)

  await service.receive([edited(channelId, noon + 2 * minute, 'm1', '')])
  assert.ok(!('caption' in (await get('/backup/messages/m1'))), 'a caption that was taken away is gone')
  assert.equal((await get('/backup/messages/m1/versions')).versions.length, 3)
  const timeline = await get('/backup/timeline')
  assert.equal(timeline.items.find(({ id }: { id: string }) => id === 'm1').edited, true)
})

test('an edit keeps the album that a picture is in, and what it quotes', async () => {
  const { channelId, get } = await group()
  const details = { caption: 'Hello @Mai', imageSet: { id: 's1' }, quotedMessageId: 'm0' }
  const mentions = [{ index: 6, length: 4, userId: 'U-mai' }]
  await service.receive([
    message(channelId, noon, { id: 'm0' }),
    { ...message(channelId, noon, { id: 'm1', ...image }), details: { ...details, mentions } },
  ])
  const read = async () => {
    const { items } = await get('/backup/timeline')
    return items.find(({ id }: { id: string }) => id === 'm1')
  }
  assert.deepEqual((await read()).mentions, [{ start: 6, length: 4, userId: 'U-mai' }])
  const edit = edited(channelId, noon + minute, 'm1', 'Dear @Mai')
  await service.receive([{ ...edit, details: { mentions: [{ index: 5, length: 4, userId: 'U-mai' }] } } as typeof edit])
  const { imageSet, quoted, mentions: moved, caption } = await read()
  assert.deepEqual([imageSet.id, quoted.id, caption], ['s1', 'm0', 'Dear @Mai'])
  assert.deepEqual(moved, [{ start: 5, length: 4, userId: 'U-mai' }])
})

test('an edit to the same text is no version, and two edits in one second keep both texts', async () => {
  const { channelId, get } = await group()
  const text = (content: string) => ({ content: { type: 'text', text: content } }) as const
  await service.receive([
    message(channelId, noon, { id: 'm1', ...text('one') }),
    message(channelId, noon, { id: 'm2', ...image, caption: 'one' }),
  ])
  for (const id of ['m1', 'm2']) {
    await service.receive([edited(channelId, noon + minute, id, 'one')])
    const { items } = await get('/backup/timeline')
    assert.equal(items.find((item: { id: string }) => item.id === id).edited, false, 'nothing changed')
    const texts = ['two', 'three', 'four', 'four', 'five']
    for (const content of texts) await service.receive([edited(channelId, noon + minute, id, content)])
    await service.receive([edited(channelId, noon + 2 * minute, id, 'six')])
    const { versions } = await get(`/backup/messages/${id}/versions`)
    const listed = versions.map(({ content, at }: { content: string; at: string }) => [content, at.slice(14, 16)])
    const inOneSecond = ['two', 'three', 'four', 'five'].map((content) => [content, '01'])
    assert.deepEqual(listed, [['one', '00'], ...inOneSecond, ['six', '02']])
  }
})

test('edits of a caption that arrive before its file are applied in order', async () => {
  const { channelId, get } = await group()
  await service.receive([
    edited(channelId, noon + minute, 'm1', 'two', 'U-mai'),
    edited(channelId, noon + 2 * minute, 'm1', 'three', 'U-mai'),
    edited(channelId, noon + 2 * minute, 'm1', 'four', 'U-mai'),
  ])
  await service.receive([message(channelId, noon, { id: 'm1', from: 'U-mai', ...image, caption: 'one' })])
  const { versions } = await get('/backup/messages/m1/versions')
  const texts = versions.map(({ content }: { content: string }) => content)
  assert.deepEqual(texts, ['one', 'two', 'four'], 'the last one of a second counts')
  assert.equal((await get('/backup/messages/m1')).caption, 'four')
})

test('a caption goes with its file: when it is unsent, when it expires, and when its sender is erased', async () => {
  const { channelId, get, search, path } = await group()
  await service.receive([
    message(channelId, noon, { id: 'm-unsent', ...image, caption: 'walrus one' }),
    message(channelId, noon - 3 * 86_400_000, { id: 'm-old', ...image, caption: 'walrus two' }),
    message(channelId, noon, { id: 'm-ben', from: 'U-ben', ...image, caption: 'walrus three' }),
    message(channelId, noon, { id: 'm-kept', ...image, caption: 'walrus four' }),
    edited(channelId, noon + 1, 'm-ben', 'walrus five'),
  ])
  await indexAll(service.store)
  const found = async () => (await search('walrus')).hits.map(({ item }: { item: { id: string } }) => item.id).sort()
  assert.deepEqual(await found(), ['m-ben', 'm-kept', 'm-old', 'm-unsent'])
  await service.receive([unsent(channelId, noon + minute, 'm-unsent')])
  assert.equal((await get('/backup/messages/m-unsent')).error, 'Message not found')
  assert.equal((await owner.put(`${path}/settings`, { retentionDays: 2 })).status, 200)
  assert.deepEqual(await found(), ['m-ben', 'm-kept'])
  const ben = await service.caller('U-ben')
  assert.equal((await ben.post('/api/me/erasure', { confirm: 'Name of U-ben' })).status, 200)
  await finishErasures(service.store, noon)
  assert.deepEqual(await found(), ['m-kept'])
})

test('the assistant answers a caption like a text, and explains and replays what it did', async () => {
  const { channelId, path } = await group()
  const rule = { keywords: ['opening hours'], question: 'When are you open?', answer: 'From 9 to 5.' }
  assert.equal((await owner.post(`${path}/assistant/qa`, rule)).status, 201)
  const reply = { token: 't1', expiresAt: noon + minute, isOneUse: true, cost: 'free' } as const
  await service.receive([
    {
      ...message(channelId, noon, { id: 'm1', from: 'U-mai', ...image, caption: 'Are these the opening hours?' }),
      reply,
    },
    { ...message(channelId, noon, { id: 'm2', from: 'U-mai', ...image }), reply },
  ])
  const { sends } = (await owner.get(`${path}/assistant/log`)).body
  assert.deepEqual(
    sends.map(({ messageId, texts }: { messageId: string; texts: string[] }) => [messageId, texts]),
    [['m1', ['From 9 to 5.']]],
  )
  const explained = (await owner.post(`${path}/assistant/explain`, { messageId: 'm1' })).body
  assert.equal(explained.rules.length, 1)
  assert.deepEqual(explained.texts, ['From 9 to 5.'])
  const silent = (await owner.post(`${path}/assistant/explain`, { messageId: 'm2' })).body
  assert.equal(silent.texts.length, 0, 'control')
})

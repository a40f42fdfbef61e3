import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMediaBytes } from '@innkeeper/testdata'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { assertEachOnce, idsOf, walk } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const drawing = Buffer.from(
  createMediaBytes({ seed: 'drawing', language: 'en', messageId: 'drawing', content: { type: 'image' } }),
)

async function openGallery(channelId: string, settings: object = {}) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channelId}/settings`, settings)
  const store = async (id: string, at: number, content: MessageContent, bytes = Buffer.from(`bytes of ${id}`)) => {
    await service.receive([message(channelId, at, { id, name: 'Mika', content })])
    await service.storeMedia(channelId, id, bytes)
  }
  return { channelId, owner, path: `/api/channels/${channelId}/backup/gallery`, store }
}

test('the gallery shows the files that have arrived, newest first, with the data needed to lay them out', async () => {
  const { channelId, owner, path, store } = await openGallery('C-all')
  await store('photo', noon, { type: 'image' }, drawing)
  await store('film', noon + 1000, { type: 'video', durationMs: 5000 })
  await store('voice', noon + 2000, { type: 'audio', durationMs: 1500 })
  await store('report', noon + 3000, { type: 'file', fileName: 'report.pdf' })
  await service.receive([
    message(channelId, noon + 4000, { id: 'pending', content: { type: 'image' } }),
    message(channelId, noon + 5000),
  ])
  const body = await eventually(
    async () => (await owner.get(path)).body,
    ({ items }) => items.at(-1).preview !== null,
  )
  const { preview } = body.items.at(-1)
  assert.ok(preview.width > 0 && preview.height > 0)
  const common = {
    sender: 'Mika',
    senderId: 'U-owner',
    fileName: null,
    caption: null,
    duration: null,
    preview: null,
    precision: 'exact',
    imported: null,
  }
  assert.deepEqual(body, {
    items: [
      { ...common, id: 'report', ts: '2026-03-10T12:00:03Z', type: 'file', size: 15, fileName: 'report.pdf' },
      { ...common, id: 'voice', ts: '2026-03-10T12:00:02Z', type: 'audio', size: 14, duration: 1500 },
      {
        ...common,
        id: 'film',
        ts: '2026-03-10T12:00:01Z',
        type: 'video',
        size: 13,
        duration: 5000,
      },
      {
        ...common,
        id: 'photo',
        ts: '2026-03-10T12:00:00Z',
        type: 'image',
        size: drawing.length,
        preview,
      },
    ],
    timezone: 'UTC',
    nextCursor: null,
  })
})

test('the gallery can be filtered by type and by days of the channel, and its cursor keeps the filter', async () => {
  const { owner, path, store } = await openGallery('C-narrow', { timezone: 'Asia/Tokyo' })
  const days = ['2026-03-01T14:59:59Z', '2026-03-01T15:00:00Z', '2026-03-02T14:59:59Z', '2026-03-02T15:00:00Z']
  for (const [index, day] of days.entries()) {
    await store(`photo-${index}`, Date.parse(day), { type: 'image' })
    await store(`film-${index}`, Date.parse(day), { type: 'video' })
  }
  const found = async (query: string) => idsOf(await owner.get(`${path}?${query}`))
  assert.deepEqual(await found('from=2026-03-02&to=2026-03-02'), ['film-2', 'photo-2', 'film-1', 'photo-1'])
  assert.deepEqual(await found('type=image&from=2026-03-02'), ['photo-3', 'photo-2', 'photo-1'])
  assert.deepEqual(await found('type=video&to=2026-03-01'), ['film-0'])
  assert.deepEqual(await found('type=audio'), [])
  assert.deepEqual(await walk(owner, `${path}?type=image&from=2026-03-02`, { limit: 1 }), [
    'photo-3',
    'photo-2',
    'photo-1',
  ])
  const { nextCursor } = (await owner.get(`${path}?type=image&limit=1`)).body
  assert.match((await owner.get(`${path}?type=video&cursor=${nextCursor}`)).body.error, /type differs/)
  assert.match((await owner.get(`${path}?from=2026-03-02&to=2026-03-01`)).body.error, /from must not be after to/)
  assert.equal((await owner.get(`${path}?cursor=${nextCursor}x`)).status, 400)
})

test('the files of one person can be listed and counted, and the numbers are those of the lists', async () => {
  const { channelId, owner, path } = await openGallery('C-people', { timezone: 'Asia/Tokyo' })
  const kinds = ['image', 'video', 'audio', 'image', 'image'] as const
  const at = (index: number) => Date.parse('2026-03-01T14:00:00Z') + index * 60 * 60_000
  for (const [index, type] of kinds.entries()) {
    for (const from of ['U-mika', 'U-ken']) {
      const id = `${from}-${index}`
      await service.receive([message(channelId, at(index), { id, from, content: { type } })])
      if (index < 4) await service.storeMedia(channelId, id, Buffer.from(`bytes of ${id}`))
    }
  }
  const ofMika = await walk(owner, `${path}?sender=U-mika`, { limit: 1 })
  assert.deepEqual(ofMika, ['U-mika-3', 'U-mika-2', 'U-mika-1', 'U-mika-0'])
  assert.deepEqual(await walk(owner, `${path}?sender=U-mika&type=image`, { limit: 1 }), ['U-mika-3', 'U-mika-0'])
  assert.deepEqual(idsOf(await owner.get(`${path}?sender=U-nobody`)), [])
  for (const filter of ['', 'sender=U-ken', 'from=2026-03-02', 'to=2026-03-01', 'sender=U-ken&from=2026-03-02']) {
    const { body } = await owner.get(`${path}/counts?${filter}`)
    for (const type of ['image', 'video', 'audio', 'file']) {
      const listed = idsOf(await owner.get(`${path}?type=${type}&${filter}`))
      assert.equal(body[type], listed.length, `${type} ${filter}`)
    }
  }
  const all = { image: 4, video: 2, audio: 2, file: 0 }
  assert.deepEqual(
    (await owner.get(`${path}/counts`)).body,
    all,
    'the control: files that have not arrived do not count',
  )
  await service.receive([unsent(channelId, at(3), 'U-mika-3')])
  assert.deepEqual((await owner.get(`${path}/counts`)).body, { ...all, image: 3 })
  assert.match(
    (await owner.get(`${path}/counts?from=2026-03-02&to=2026-03-01`)).body.error,
    /from must not be after to/,
  )
})

test('paging returns each file once while others arrive, even if many have the same timestamp', async () => {
  const { channelId, owner, path, store } = await openGallery('C-walk')
  const ids = Array.from({ length: 30 }, (_, index) => `photo-${index}`)
  for (const [index, id] of ids.entries()) await store(id, noon + Math.floor(index / 10), { type: 'image' })
  const seen = await walk(owner, `${path}?type=image`, {
    limit: 4,
    between: (page) => store(`later-${page}`, noon + (page % 3), { type: 'image' }),
  })
  assertEachOnce(seen)
  assert.deepEqual(
    seen.filter((id) => id.startsWith('photo')),
    ids.toReversed(),
  )
  await service.receive([unsent(channelId, noon, 'photo-0')])
  assert.ok(!(await walk(owner, path, { limit: 100 })).includes('photo-0'))
})

test('files from before a member joined stay closed to them', async () => {
  const { channelId, path, store } = await openGallery('C-late', { history: 'since-joined' })
  await store('before', noon, { type: 'image' })
  await service.receive([joined(channelId, noon + 1000, 'U-late')])
  await store('after', noon + 2000, { type: 'image' })
  await service.subscribe(channelId, 'U-late')
  const late = await service.caller('U-late')
  assert.deepEqual(idsOf(await late.get(path)), ['after'])
  assert.deepEqual(idsOf(await late.get(`${path}?sender=U-owner`)), ['after'])
  assert.equal((await late.get(`${path}/counts`)).body.image, 1)
})

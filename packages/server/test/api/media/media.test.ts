import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const { now } = service.clock
const listOf = (channel: string) => `/api/channels/${channel}/backup/media`
const backedUp = (channel: string) => service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })

const lose = (channelId: string, messageId: string, reason: string) =>
  service.store.write<'lose-media'>({ kind: 'lose-media', at: 0, channelId, messageId, reason })

test('the media list shows all four kinds, newest first, with exactly its fields', async () => {
  const channel = await backedUp('C-list')
  const contents: Record<string, MessageContent> = {
    photo: { type: 'image', fileSize: 1 },
    film: { type: 'video', fileSize: 1, durationMs: 5 },
    voice: { type: 'audio' },
    paper: { type: 'file', fileName: 'paper.pdf' },
    words: { type: 'text', text: 'no file' },
    place: { type: 'location', latitude: 1, longitude: 2 },
    smile: { type: 'sticker', stickerId: '1', packageId: '2' },
  }
  await service.receive(
    Object.entries(contents).map(([id, content], index) =>
      message(channel, now + index * 1000, { id, content, name: 'Mika' }),
    ),
  )
  assert.deepEqual((await owner.get(listOf(channel))).body, { items: [], nextCursor: null }, 'nothing has arrived yet')
  for (const [index, id] of ['photo', 'film', 'voice', 'paper'].entries()) {
    await service.storeMedia(channel, id, Buffer.alloc(100 + index, id))
  }
  const item = (id: string, type: string, second: number, size: number) => ({
    id,
    ts: `2026-03-10T12:00:0${second}Z`,
    type,
    sender: 'Mika',
    size,
  })
  const items = [
    item('paper', 'file', 3, 103),
    item('voice', 'audio', 2, 102),
    item('film', 'video', 1, 101),
    item('photo', 'image', 0, 100),
  ]
  assert.deepEqual((await owner.get(listOf(channel))).body, { items, nextCursor: null })
  const oldestFirst = await owner.get(`${listOf(channel)}?order=asc`)
  assert.deepEqual(oldestFirst.body.items, items.toReversed())
})

test('the media list contains only files that have arrived and were not unsent', async () => {
  const channel = await backedUp('C-arrived')
  const photo = (id: string) => message(channel, now, { id, content: { type: 'image' } })
  await service.receive(['stored', 'pending', 'lost', 'regretted'].map(photo))
  await service.storeMedia(channel, 'stored', Buffer.from('x'))
  await service.storeMedia(channel, 'regretted', Buffer.from('y'))
  await lose(channel, 'lost', 'the platform no longer has it')
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), ['regretted', 'stored'])
  await service.receive([unsent(channel, now + 1, 'regretted')])
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), ['stored'])
  assert.deepEqual((await owner.get(`${listOf(channel)}/regretted`)).body, { error: 'Message not found' })
})

test('a file that has not arrived, or never will, is refused with the reason', async () => {
  const channel = await backedUp('C-reasons')
  const photo = (id: string) => message(channel, now, { id, content: { type: 'image' } })
  await service.receive([photo('pending'), photo('lost'), photo('rescued')])
  await lose(channel, 'lost', 'the platform no longer has it')
  await lose(channel, 'rescued', 'the platform did not answer')
  const errorOf = async (id: string) => {
    const { status, body } = await owner.get(`${listOf(channel)}/${id}`)
    return [status, body]
  }
  assert.deepEqual(await errorOf('pending'), [404, { error: 'Media not available yet' }])
  assert.deepEqual(await errorOf('lost'), [404, { error: 'Media lost: the platform no longer has it' }])
  await service.storeMedia(channel, 'rescued', Buffer.from('there after all'))
  assert.equal((await owner.get(`${listOf(channel)}/rescued`)).text, 'there after all')
  assert.equal((await owner.get(`/api/channels/${channel}/backup/messages/lost`)).status, 200, 'the message stays')
})

test('a file that has arrived stays, whatever is reported about it later', async () => {
  const channel = await backedUp('C-stays')
  await service.receive([message(channel, now, { id: 'photo', content: { type: 'image' } })])
  await service.storeMedia(channel, 'photo', Buffer.from('first'))
  await service.storeMedia(channel, 'photo', Buffer.from('second'))
  await lose(channel, 'photo', 'too late')
  await service.receive([edited(channel, now + 1, 'photo', 'a text over a photo')])
  assert.equal((await owner.get(`${listOf(channel)}/photo`)).text, 'first')
  const { body } = await owner.get(`/api/channels/${channel}/backup/messages/photo`)
  assert.deepEqual([body.type, body.fileSize, 'content' in body], ['image', 5, false])
})

test('a file is not stored if its message was unsent or never saved', async () => {
  const channel = await backedUp('C-gone')
  await service.receive([
    message(channel, now, { id: 'photo', content: { type: 'image' } }),
    unsent(channel, now + 1, 'photo'),
  ])
  const store = (messageId: string) =>
    service.store.write<'store-media'>({
      kind: 'store-media',
      at: 0,
      channelId: channel,
      messageId,
      sha256: 'a'.repeat(64),
      sizeBytes: 1,
    })
  assert.equal(await store('photo'), 'gone')
  assert.equal(await store('never-sent'), 'gone')
  assert.deepEqual(idsOf(await owner.get(listOf(channel))), [])
})

test('a page of the media list has 50 files if no limit is given', async () => {
  const channel = await backedUp('C-fifty')
  const ids = Array.from({ length: 51 }, (_, index) => `f${index}`)
  await service.receive(ids.map((id, index) => message(channel, now + index, { id, content: { type: 'image' } })))
  for (const id of ids) await service.storeMedia(channel, id, Buffer.from('same bytes'))
  const first = await owner.get(listOf(channel))
  assert.equal(first.body.items.length, 50)
  assert.deepEqual(idsOf(await owner.get(`${listOf(channel)}?cursor=${first.body.nextCursor}`)), ['f0'])
})

test('the name in the media list is the one from the time of the message', async () => {
  const channel = await backedUp('C-names')
  await service.receive([
    message(channel, now, { id: 'old', from: 'U-mika', name: 'Mika', content: { type: 'image' } }),
    message(channel, now + 1, { id: 'renamed', from: 'U-mika', name: 'Mika in Osaka' }),
  ])
  const { sender: _, ...withheld } = message(channel, now + 2, { id: 'withheld', content: { type: 'video' } })
  await service.receive([withheld])
  for (const id of ['old', 'withheld']) await service.storeMedia(channel, id, Buffer.from(id))
  const { items } = (await owner.get(listOf(channel))).body
  assert.deepEqual(
    items.map(({ sender }: { sender: string }) => sender),
    ['Unknown', 'Mika'],
  )
})

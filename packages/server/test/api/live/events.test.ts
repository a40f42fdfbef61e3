import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, edited, inPrivate, joined, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf, walk } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const { now } = service.clock
const backedUp = (channel: string) => service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })
const listOf = (channel: string) => `/api/channels/${channel}/backup/messages`
const read = async (channel: string) => idsOf(await owner.get(listOf(channel)))
const textOf = async (channel: string, id: string) => (await owner.get(`${listOf(channel)}/${id}`)).body.content
const today = async () => (await owner.get('/api/usage')).body.daily.at(-1)
const membersOf = async (channel: string, query = '') =>
  (await owner.get(`/api/channels/${channel}/members${query}`)).body.members.map(
    ({ userId, displayName, role }: { userId: string; displayName: string; role: string }) => [
      userId,
      displayName,
      role,
    ],
  )

async function countReceived(events: IncomingEvent[]) {
  const { fresh, duplicate } = await service.receive(events)
  return { fresh, duplicate }
}

test('an event delivered again has no effect, in one delivery or in the next', async () => {
  const channel = await backedUp('C-again')
  const [one, two] = [message(channel, now, { id: 'm1' }), message(channel, now + 1, { id: 'm2' })]
  assert.deepEqual(await countReceived([one, one, two, one]), { fresh: 2, duplicate: 2 })
  assert.deepEqual(await countReceived([two, one]), { fresh: 0, duplicate: 2 })
  assert.deepEqual(await read(channel), ['m1', 'm2'])
})

test('a message in two events is one message, and the first event counts', async () => {
  const channel = await backedUp('C-message')
  const say = (text: string, at: number) => message(channel, at, { id: 'm1', content: { type: 'text', text } })
  const before = (await today()).messages
  assert.deepEqual(await countReceived([say('first', now), say('second', now + 1)]), { fresh: 2, duplicate: 0 })
  await service.receive([say('third', now + 2)])
  assert.deepEqual(await read(channel), ['m1'])
  assert.equal(await textOf(channel, 'm1'), 'first')
  assert.equal((await today()).messages - before, 1, 'and it is counted once')
})

test('the same ids in two channels are two events and two messages', async () => {
  const [one, two] = [await backedUp('C-one'), await backedUp('C-two')]
  const event = message(one, now, { id: 'm1' })
  await service.receive([event, { ...event, channel: { ...event.channel, channelId: two } }])
  assert.deepEqual([await read(one), await read(two)], [['m1'], ['m1']])
})

test('redeliveries in any order leave the chat as a single delivery does', async () => {
  const events = (channel: string): IncomingEvent[] => [
    joined(channel, now, 'U-mika', 'Mika'),
    message(channel, now + 1, { id: 'm1', from: 'U-mika' }),
    message(channel, now + 2, { id: 'm2', from: 'U-mika' }),
    edited(channel, now + 3, 'm1', 'Edited once'),
    edited(channel, now + 4, 'm1', 'Edited twice'),
    unsent(channel, now + 5, 'm2'),
    left(channel, now + 6, 'U-mika'),
  ]
  const state = async (channel: string) => [
    await textOf(channel, 'm1'),
    await read(channel),
    (await owner.get(`/api/channels/${channel}/members`)).body.members.find(
      ({ userId }: { userId: string }) => userId === 'U-mika',
    ),
  ]
  const [plain, noisy] = [await backedUp('C-plain'), await backedUp('C-noisy')]
  await service.receive(events(plain))
  const all = events(noisy)
  await service.receive(all)
  await service.receive(all.toReversed())
  await service.receive([...all.slice(3), ...all.slice(0, 3)])
  assert.deepEqual(await state(noisy), await state(plain))
})

test('a person who posts is a member from then on and has the newest name', async () => {
  const channel = await backedUp('C-speakers')
  await service.receive([message(channel, now, { from: 'U-new' })])
  assert.deepEqual((await membersOf(channel)).at(-1), ['U-new', 'U-new', 'member'])
  await service.receive([message(channel, now + 1, { from: 'U-new', name: 'Mika' })])
  await service.receive([message(channel, now + 2, { from: 'U-new' })])
  assert.deepEqual((await membersOf(channel)).at(-1), ['U-new', 'Mika', 'member'])
  assert.equal((await owner.get(`/api/channels/${channel}`)).body.meta.memberCount, 2)
})

test('a person who posts for the first time is a guest if the owner wants that', async () => {
  const channel = await backedUp('C-guests')
  await owner.put(`/api/channels/${channel}/settings`, { newMemberRole: 'guest' })
  await service.receive([message(channel, now, { id: 'm1', from: 'U-new' }), joined(channel, now, 'U-other', 'Other')])
  assert.deepEqual((await membersOf(channel)).length, 1)
  assert.deepEqual(await membersOf(channel, '?role=guest'), [
    ['U-other', 'Other', 'guest'],
    ['U-new', 'U-new', 'guest'],
  ])
  assert.deepEqual(await read(channel), ['m1'], "a guest's messages are part of the chat")
})

test('of several edits the one with the latest time wins, in whatever order they arrive', async () => {
  const channel = await backedUp('C-edits')
  await service.receive([message(channel, now, { id: 'm1' })])
  await service.receive([edited(channel, now + 20, 'm1', 'second edit'), edited(channel, now + 10, 'm1', 'first edit')])
  assert.equal(await textOf(channel, 'm1'), 'second edit')
  await service.receive([edited(channel, now + 5, 'm1', 'an edit from before')])
  assert.equal(await textOf(channel, 'm1'), 'second edit')
  await service.receive([edited(channel, now + 30, 'm1', 'third edit')])
  assert.equal(await textOf(channel, 'm1'), 'third edit')
  const { body } = await owner.get(`${listOf(channel)}/m1`)
  assert.equal(body.timestamp, '2026-03-10T12:00:00Z', 'its position is when it was sent')
})

test('an edit of a message that does not exist or is not a text changes nothing', async () => {
  const channel = await backedUp('C-no-edit')
  await service.receive([
    message(channel, now, { id: 'sticker', content: { type: 'sticker', stickerId: '1', packageId: '2' } }),
  ])
  const before = (await owner.get(listOf(channel))).body
  await service.receive([edited(channel, now + 1, 'unknown', 'x'), edited(channel, now + 1, 'sticker', 'x')])
  assert.deepEqual((await owner.get(listOf(channel))).body, before)
})

test('an unsent message is gone from the backup, and no redelivery brings it back', async () => {
  const channel = await backedUp('C-unsend')
  const said = message(channel, now, { id: 'm1', content: { type: 'image' } })
  const regret = unsent(channel, now + 1, 'm1')
  await service.receive([said, message(channel, now + 2, { id: 'm2' })])
  await service.storeMedia(channel, 'm1', Buffer.from('x'))
  await service.receive([regret])
  const assertGone = async () => {
    assert.deepEqual(await read(channel), ['m2'])
    assert.equal((await owner.get(`${listOf(channel)}/m1`)).status, 404)
    assert.equal((await owner.get(`/api/channels/${channel}/backup/media/m1`)).status, 404)
    assert.deepEqual(idsOf(await owner.get(`/api/channels/${channel}/backup/media`)), [])
  }
  await assertGone()
  await service.receive([said, regret, edited(channel, now + 3, 'm1', 'still there?')])
  await service.receive([message(channel, now, { id: 'm1' })])
  await assertGone()
})

test('a message unsent before it arrives is never stored', async () => {
  const channel = await backedUp('C-tombstone')
  const before = (await today()).messages
  await service.receive([unsent(channel, now + 1, 'm1')])
  await service.receive([message(channel, now, { id: 'm1' }), message(channel, now, { id: 'm2' })])
  assert.deepEqual(await read(channel), ['m2'])
  assert.equal((await today()).messages - before, 1)
})

test('a write is stored completely or not at all', async () => {
  const channel = await backedUp('C-atomic')
  const before = (await today()).messages
  const good = Array.from({ length: 499 }, (_, index) =>
    message(channel, now + index, { id: `m${index}`, from: 'U-new' }),
  )
  const broken = message(channel, Number.NaN, { id: 'broken' })
  const batch = { platform: 'test', at: now, events: [...good, broken], unread: [] }
  await assert.rejects(service.store.write<'receive-events'>({ kind: 'receive-events', ...batch }))
  assert.deepEqual(await read(channel), [])
  assert.deepEqual((await membersOf(channel)).length, 1, 'no one was added')
  assert.equal((await today()).messages, before, 'nothing was counted')
  assert.deepEqual(await countReceived(good), { fresh: 499, duplicate: 0 }, 'nothing counted as a duplicate')
  assert.equal((await walk(owner, listOf(channel), { limit: 100 })).length, 499)
  assert.equal((await today()).messages - before, 499)
})

test('one delivery can contain events of several chats', async () => {
  const [one, two] = [await backedUp('C-mixed-1'), await backedUp('C-mixed-2')]
  const events = Array.from({ length: 10 }, (_, index) => message(index % 2 ? one : two, now + index))
  await service.receive([...events, joined('C-mixed-3', now, 'U-owner')])
  assert.deepEqual([(await read(one)).length, (await read(two)).length], [5, 5])
  assert.equal((await owner.get('/api/channels/C-mixed-3')).body.role, 'member', 'a new chat is a channel')
})

test('a private chat belongs to the person in it', async () => {
  const mika = await service.caller('U-mika')
  await service.receive([inPrivate(botAdded('U-mika', now), 'U-mika')])
  const { body } = await mika.get('/api/channels/U-mika')
  assert.deepEqual(
    [body.role, body.meta.type, body.meta.createdBy, body.meta.memberCount],
    ['owner', 'user', 'U-mika', 1],
  )
  assert.deepEqual((await owner.get('/api/channels/U-mika')).body, { error: 'Permission denied' })
  await mika.post('/api/channels/U-mika/backup/subscribe')
  await service.receive([inPrivate(message('U-mika', now, { id: 'm1', from: 'U-mika', name: 'Mika' }), 'U-mika')])
  assert.deepEqual(idsOf(await mika.get(listOf('U-mika'))), ['m1'])
  assert.equal((await mika.get('/api/me')).body.displayName, 'Mika')
})

test('a private chat whose start was missed belongs to the person who posts in it', async () => {
  const ren = await service.caller('U-ren')
  await service.receive([inPrivate(message('U-ren', now, { from: 'U-ren' }), 'U-ren')])
  const { body } = await ren.get('/api/channels/U-ren')
  assert.deepEqual([body.role, body.meta.createdBy], ['owner', 'U-ren'])
})

test('a group is created by the system and follows the name from the platform', async () => {
  const channel = await backedUp('C-name')
  const metaOf = async () => (await owner.get(`/api/channels/${channel}`)).body.meta
  assert.deepEqual([(await metaOf()).name, (await metaOf()).createdBy], ['Group C-name', 'system'])
  const renamed = message(channel, now)
  renamed.channel.name = 'Riverside Hiking Club'
  await service.receive([renamed, message(channel, now + 1)])
  assert.equal((await metaOf()).name, 'Riverside Hiking Club')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botAdded, botRemoved, joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const { now } = service.clock
const hourMs = 3_600_000
const idsFor = async (userId: string, query = '') => {
  const { body } = await (await service.caller(userId)).get(`/api/channels${query}`)
  return body.channels.map(({ channelId }: { channelId: string }) => channelId) as string[]
}

test('a channel in the list has exactly its five fields', async () => {
  await service.channel('C-item', { owner: 'U-item' })
  const { body } = await (await service.caller('U-item')).get('/api/channels')
  assert.deepEqual(body, {
    channels: [
      {
        channelId: 'C-item',
        name: 'Group C-item',
        type: 'group',
        enabledAt: '2026-03-10T12:00:00Z',
        status: 'active',
      },
    ],
  })
})

test('the details of a channel have exactly their fields and the six paths of its configuration', async () => {
  await service.channel('C-detail', { owner: 'U-detail', members: ['U-mika'], guests: ['U-guest'], left: ['U-gone'] })
  const { body } = await (await service.caller('U-mika')).get('/api/channels/C-detail')
  const { picture } = body.meta
  assert.ok(picture.startsWith(`${service.url}/`), 'the picture is on this service')
  assert.deepEqual(body, {
    meta: {
      channelId: 'C-detail',
      type: 'group',
      name: 'Group C-detail',
      picture,
      createdAt: '2026-03-10T12:00:00Z',
      createdBy: 'system',
      memberCount: 3,
    },
    config: {
      assistant: {
        enabled: true,
        qa: { enabled: true, mode: 'keyword' },
        welcome: { enabled: false },
        rules: { enabled: false },
      },
      backup: { enabled: false },
    },
    role: 'member',
  })
})

test('the details show the role of the caller', async () => {
  await service.channel('C-roles', {
    owner: 'U-r1',
    admins: ['U-r2'],
    members: ['U-r3'],
    guests: ['U-r4'],
    left: ['U-r5'],
  })
  for (const [userId, role] of [
    ['U-r1', 'owner'],
    ['U-r2', 'admin'],
    ['U-r3', 'member'],
    ['U-r4', 'guest'],
  ] as const) {
    assert.equal((await (await service.caller(userId)).get('/api/channels/C-roles')).body.role, role)
  }
  for (const userId of ['U-r5', 'U-stranger']) {
    assert.deepEqual((await (await service.caller(userId)).get('/api/channels/C-roles')).body, {
      error: 'Permission denied',
    })
  }
})

test('a picture is the same on every read and differs between channels', async () => {
  await service.channel('C-p1', { owner: 'U-p' })
  await service.channel('C-p2', { owner: 'U-p' })
  const caller = await service.caller('U-p')
  const pictureOf = async (id: string) => (await caller.get(`/api/channels/${id}`)).body.meta.picture
  assert.equal(await pictureOf('C-p1'), await pictureOf('C-p1'))
  assert.notEqual(await pictureOf('C-p1'), await pictureOf('C-p2'))
})

test('the list shows the channels that the caller can access, newest activation first', async () => {
  for (const [index, id] of ['C-l1', 'C-l2', 'C-l3', 'C-l4'].entries()) {
    await service.receive([botAdded(id, now + index * hourMs), joined(id, now + index * hourMs, 'U-list')])
  }
  assert.deepEqual(await idsFor('U-list'), ['C-l4', 'C-l3', 'C-l2', 'C-l1'])
  await service.receive([botRemoved('C-l2', now + 10 * hourMs)])
  await service.receive([botRemoved('C-l1', now + 10 * hourMs)])
  await service.receive([botAdded('C-l1', now + 11 * hourMs)])
  assert.deepEqual(await idsFor('U-list'), ['C-l1', 'C-l4', 'C-l3', 'C-l2'], 'a disabled channel stays in the list')
  await service.receive([left('C-l4', now + 12 * hourMs, 'U-list')])
  assert.deepEqual(await idsFor('U-list'), ['C-l1', 'C-l3', 'C-l2'])
  assert.deepEqual(await idsFor('U-nobody'), [])
})

test("a guest's channels are only listed on request", async () => {
  await service.channel('C-g1', { owner: 'U-g' })
  await service.channel('C-g2', { owner: 'U-other', admins: ['U-g'] })
  await service.channel('C-g3', { owner: 'U-other', members: ['U-g'] })
  await service.channel('C-g4', { owner: 'U-other', guests: ['U-g'] })
  assert.deepEqual((await idsFor('U-g')).sort(), ['C-g1', 'C-g2', 'C-g3'])
  assert.deepEqual(await idsFor('U-g', '?role=guest'), ['C-g4'])
  assert.deepEqual(await idsFor('U-g', '?role=owner'), ['C-g1'])
  assert.deepEqual(await idsFor('U-g', '?role=admin'), ['C-g2'])
  assert.deepEqual(await idsFor('U-g', '?role=member'), ['C-g3'])
  const caller = await service.caller('U-g')
  assert.equal(
    (await caller.get('/api/channels?role=king')).body.error,
    'role must be one of owner, admin, member, guest',
  )
})

test('every kind of chat is a channel', async () => {
  const caller = await service.caller('U-kinds')
  for (const type of ['group', 'room', 'user'] as const) {
    const event = message(`X-${type}`, now, { from: 'U-kinds' })
    event.channel.type = type
    if (type === 'user') event.channel.userId = 'U-kinds'
    await service.receive([event])
    const { meta } = (await caller.get(`/api/channels/X-${type}`)).body
    assert.deepEqual([meta.type, meta.createdBy], [type, type === 'user' ? 'U-kinds' : 'system'])
  }
})

test('a channel whose name is unknown is named by its id', async () => {
  await service.receive([joined('C-nameless', now, 'U-nameless')])
  assert.equal(
    (await (await service.caller('U-nameless')).get('/api/channels/C-nameless')).body.meta.name,
    'C-nameless',
  )
})

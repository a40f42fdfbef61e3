import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Card = {
  channelId: string
  lastMessageAt: string | null
  activity: number[]
  keepers: string[]
  role: string
  picture: string
}

async function overviewOf(userId: string): Promise<Card[]> {
  const { status, body } = await (await service.caller(userId)).get('/api/overview')
  assert.equal(status, 200)
  return body.channels
}

test('everyone sees their channels at a glance, and guests see whom to ask for access', async () => {
  const people = {
    owner: 'U-anna',
    admins: ['U-carl', 'U-bert'],
    members: ['U-mia'],
    guests: ['U-gus'],
    left: ['U-lea'],
  }
  await service.channel('C-tea', { ...people, subscribers: ['U-anna'] })
  await service.receive([
    message('C-tea', noon - dayMs, { from: 'U-mia' }),
    message('C-tea', noon, { from: 'U-mia' }),
    message('C-tea', noon, { from: 'U-mia' }),
  ])
  const [owners] = await overviewOf('U-anna')
  const { picture } = owners as Card
  assert.match(picture, /^http.*\/pictures\//)
  const common = {
    channelId: 'C-tea',
    name: 'Group C-tea',
    platform: 'test',
    type: 'group',
    status: 'active',
    inChat: true,
    picture,
    memberCount: 5,
  }
  const activity = [...Array.from({ length: 28 }, () => 0), 1, 2]
  assert.deepEqual(owners, {
    ...common,
    role: 'owner',
    backup: { enabled: true, subscribed: true, allowed: true },
    lastMessageAt: '2026-03-10T12:00:00Z',
    activity,
    unread: 0,
    keepers: [],
  })
  assert.deepEqual(await overviewOf('U-mia'), [
    {
      ...common,
      role: 'member',
      backup: { enabled: true, subscribed: false, allowed: true },
      lastMessageAt: null,
      activity: [],
      unread: 0,
      keepers: [],
    },
  ])
  assert.deepEqual(await overviewOf('U-gus'), [
    {
      ...common,
      role: 'guest',
      backup: { enabled: true, subscribed: false, allowed: false },
      lastMessageAt: null,
      activity: [],
      unread: 0,
      keepers: ['Name of U-anna', 'Name of U-bert', 'Name of U-carl'],
    },
  ])
  assert.deepEqual(await overviewOf('U-lea'), [], 'people who left')
  assert.deepEqual(await overviewOf('U-nobody'), [])
})

test('the channel with the latest message comes first, and those without one come last', async () => {
  const owner = { owner: 'U-many', subscribers: ['U-many'] }
  for (const id of ['C-old', 'C-new', 'C-empty']) await service.channel(id, owner)
  await service.channel('C-shut', { owner: 'U-other', guests: ['U-many'], subscribers: ['U-other'] })
  await service.receive([
    message('C-new', noon + 2000),
    message('C-old', noon + 1000),
    message('C-shut', noon + 3000, { from: 'U-other' }),
  ])
  const ids = (await overviewOf('U-many')).map(({ channelId }) => channelId)
  assert.deepEqual(ids.slice(0, 2), ['C-new', 'C-old'])
  assert.deepEqual(ids.slice(2).sort(), ['C-empty', 'C-shut'])
})

test('days follow the time zone of each channel', async () => {
  const owner = { owner: 'U-far', subscribers: ['U-far'] }
  const caller = await service.caller('U-far')
  const zones = { 'C-east': 'Pacific/Kiritimati', 'C-west': 'Pacific/Niue' }
  for (const [id, timezone] of Object.entries(zones)) {
    await service.channel(id, owner)
    await caller.put(`/api/channels/${id}/settings`, { timezone })
    // 02:00 on the 11th in the east, 01:00 on the 10th in the west; then one day inside the thirty and one before.
    await service.receive([0, 29 * dayMs, 31 * dayMs].map((ago) => message(id, noon - ago, { from: 'U-far' })))
  }
  for (const { channelId, activity } of await overviewOf('U-far')) {
    assert.equal(activity.length, 30, channelId)
    assert.deepEqual([activity[0], activity[29], activity.reduce((sum, count) => sum + count)], [1, 1, 2], channelId)
  }
})

test('the time of the last message is only shown to people who can read it', async () => {
  await service.channel('C-past', { owner: 'U-past', subscribers: ['U-past'] })
  const owner = await service.caller('U-past')
  await owner.put('/api/channels/C-past/settings', { history: 'since-joined' })
  await service.receive([message('C-past', noon, { from: 'U-past' }), joined('C-past', noon + 1000, 'U-late')])
  await service.subscribe('C-past', 'U-late')
  const lastFor = async (userId: string) =>
    (await overviewOf(userId)).find(({ channelId }) => channelId === 'C-past')?.lastMessageAt
  assert.deepEqual([await lastFor('U-past'), await lastFor('U-late')], ['2026-03-10T12:00:00Z', null])
  await service.receive([message('C-past', noon + 2000, { from: 'U-past' })])
  assert.equal(await lastFor('U-late'), '2026-03-10T12:00:02Z')
  await owner.put('/api/channels/C-past/settings', { backup: 'admins' })
  assert.deepEqual([await lastFor('U-late'), await lastFor('U-past')], [null, '2026-03-10T12:00:02Z'], 'suspended')
  await owner.put('/api/channels/C-past/settings', { retentionDays: 1 })
  service.clock.now = noon + dayMs + hourMs
  assert.equal(await lastFor('U-past'), null, 'expired')
  service.clock.now = noon
})

test('activity is only shown for days that the caller can read', async () => {
  await service.channel('C-busy', { owner: 'U-busy', subscribers: ['U-busy'] })
  const owner = await service.caller('U-busy')
  await service.receive([
    message('C-busy', noon - 3 * dayMs, { from: 'U-busy' }),
    message('C-busy', noon - 2 * dayMs, { from: 'U-busy' }),
    joined('C-busy', noon - dayMs, 'U-newer'),
    message('C-busy', noon - dayMs + 1000, { from: 'U-busy' }),
    message('C-busy', noon, { from: 'U-busy' }),
  ])
  await service.subscribe('C-busy', 'U-newer')
  const lastDaysFor = async (userId: string) =>
    (await overviewOf(userId)).find(({ channelId }) => channelId === 'C-busy')?.activity.slice(-4)
  assert.deepEqual(await lastDaysFor('U-newer'), [1, 1, 1, 1], 'everything is open')
  await owner.put('/api/channels/C-busy/settings', { retentionDays: 2 })
  assert.deepEqual(await lastDaysFor('U-busy'), [0, 1, 1, 1])
  await owner.put('/api/channels/C-busy/settings', { backup: 'admins' })
  assert.deepEqual([await lastDaysFor('U-newer'), await lastDaysFor('U-busy')], [[], [0, 1, 1, 1]], 'suspended')
  await owner.put('/api/channels/C-busy/settings', { backup: 'members', retentionDays: null, history: 'since-joined' })
  assert.deepEqual(await lastDaysFor('U-newer'), [0, 0, 1, 1])
  await owner.put('/api/channels/C-busy/settings', { history: 'all' })
  assert.deepEqual(await lastDaysFor('U-newer'), [0, 0, 1, 1], 'opening the history reveals nothing older')
})

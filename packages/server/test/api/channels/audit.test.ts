import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botAdded, botRemoved, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

type Entry = {
  id: string
  at: string
  actor: string
  keyId: string | null
  action: string
  target: string | null
  detail: object
}

const service = await startTestService()
const owner = await service.caller('U-owner')
const keyIdOf = async (caller: typeof owner) => (await caller.get('/api/me')).body.key.id as string
const ownerKey = await keyIdOf(owner)
const entriesOf = async (channel: string) =>
  (await owner.get(`/api/channels/${channel}/audit?limit=100`)).body.entries as Entry[]
/** What the newest entry says, without its id and time. */
const newest = async (channel: string) => {
  const [entry] = await entriesOf(channel)
  return [entry?.actor, entry?.keyId, entry?.action, entry?.target, entry?.detail]
}

test('every change is logged with who made it, with which key, and what changed', async () => {
  const channel = await service.channel('C-kinds', { owner: 'U-owner', members: ['U-mika'], guests: ['U-guest'] })
  const path = `/api/channels/${channel}`
  const by = ['U-owner', ownerKey]

  await owner.put(`${path}/members/U-mika/role`, { role: 'admin' })
  assert.deepEqual(await newest(channel), [...by, 'role.changed', 'U-mika', { from: 'member', to: 'admin' }])

  const mika = await service.caller('U-mika')
  await mika.put(`${path}/members/U-guest/role`, { role: 'member' })
  const mikaKey = await keyIdOf(mika)
  assert.deepEqual(await newest(channel), [
    'U-mika',
    mikaKey,
    'role.changed',
    'U-guest',
    { from: 'guest', to: 'member' },
  ])

  await owner.put(`${path}/settings`, { timezone: 'Asia/Tokyo', retentionDays: 30 })
  const settings = { timezone: { from: 'UTC', to: 'Asia/Tokyo' }, retentionDays: { from: null, to: 30 } }
  assert.deepEqual(await newest(channel), [...by, 'settings.changed', null, settings])

  await owner.put(`${path}/assistant/config`, { qa: { mode: 'exact' }, enabled: false })
  assert.deepEqual(await newest(channel), [...by, 'assistant.changed', null, { changed: ['qa', 'enabled'] }])

  await owner.put(`${path}/assistant/welcome`, { message: 'Hello' })
  assert.deepEqual(await newest(channel), [...by, 'welcome.changed', null, { changed: ['message'] }])

  await owner.put(`${path}/assistant/rules`, { enabled: true, content: 'Be kind' })
  assert.deepEqual(await newest(channel), [...by, 'group-rules.changed', null, { changed: ['enabled', 'content'] }])

  const { id } = (await owner.post(`${path}/assistant/qa`, { keywords: ['k'], question: 'q', answer: 'a' })).body
  assert.deepEqual(await newest(channel), [...by, 'rule.created', id, {}])
  const rule = (await owner.get(`${path}/assistant/qa/${id}`)).body
  await owner.put(`${path}/assistant/qa/${id}`, { answer: 'b', hits: rule.hits })
  assert.deepEqual(await newest(channel), [...by, 'rule.changed', id, { changed: ['answer'] }])
  await owner.delete(`${path}/assistant/qa/${id}`)
  assert.deepEqual(await newest(channel), [...by, 'rule.deleted', id, {}])

  await owner.put(`${path}/status`, { status: 'disabled' })
  assert.deepEqual(await newest(channel), [...by, 'status.changed', null, { from: 'active', to: 'disabled' }])
  await owner.put(`${path}/status`, { status: 'active' })
  assert.deepEqual(await newest(channel), [...by, 'status.changed', null, { from: 'disabled', to: 'active' }])

  await owner.post(`${path}/backup/subscribe`)
  assert.deepEqual(await newest(channel), [...by, 'backup.subscribed', 'U-owner', {}])
  await owner.delete(`${path}/backup/subscribe`)
  assert.deepEqual(await newest(channel), [...by, 'backup.unsubscribed', 'U-owner', {}])

  await owner.put(`${path}/owner`, { userId: 'U-mika' })
  const entry = (await mika.get(`${path}/audit?limit=1`)).body.entries[0]
  assert.deepEqual(
    [entry.actor, entry.keyId, entry.action, entry.target, entry.detail],
    [...by, 'owner.changed', 'U-mika', { from: 'U-owner' }],
  )
})

test('changes by the platform and the operator are logged under their names', async () => {
  const channel = await service.channel('C-others', { owner: 'U-owner', members: ['U-mika'] })
  const { now } = service.clock
  assert.deepEqual(await newest(channel), ['operator', null, 'owner.changed', 'U-owner', { from: null }])
  await service.receive([botRemoved(channel, now + 1)])
  assert.deepEqual(await newest(channel), ['system', null, 'status.changed', null, { from: 'active', to: 'disabled' }])
  await service.receive([botAdded(channel, now + 2)])
  await eventually(
    () => owner.get(`/api/channels/${channel}/members`),
    ({ status }) => status !== 503,
  )
  assert.deepEqual(await newest(channel), ['system', null, 'status.changed', null, { from: 'disabled', to: 'active' }])
  await service.receive([left(channel, now + 3, 'U-owner')])
  await service.store.write<'hand-over-owner'>({
    kind: 'hand-over-owner',
    by: { kind: 'operator' },
    at: now + 4,
    channelId: channel,
    userId: 'U-mika',
  })
  const { entries } = (await (await service.caller('U-mika')).get(`/api/channels/${channel}/audit`)).body
  assert.deepEqual(
    entries.slice(0, 2).map(({ actor, action, target }: Entry) => [actor, action, target]),
    [
      ['operator', 'owner.changed', 'U-mika'],
      ['system', 'owner.left', 'U-owner'],
    ],
  )
})

test('a request that was refused or changed nothing is not logged', async () => {
  const channel = await service.channel('C-nothing', { owner: 'U-owner', members: ['U-mika'] })
  const path = `/api/channels/${channel}`
  await owner.post(`${path}/backup/subscribe`)
  const before = await entriesOf(channel)
  await owner.post(`${path}/backup/subscribe`)
  await owner.put(`${path}/members/U-mika/role`, { role: 'member' })
  await owner.put(`${path}/owner`, { userId: 'U-owner' })
  await owner.put(`${path}/status`, { status: 'active' })
  await owner.put(`${path}/settings`, { language: 'xx' })
  await owner.put(`${path}/assistant/config`, { qa: { mode: 'ai' } })
  await (await service.caller('U-mika')).put(`${path}/settings`, { language: 'ja' })
  await owner.delete(`${path}/assistant/qa/r_none`)
  assert.deepEqual(await entriesOf(channel), before)
})

test('the log never contains messages, welcomes, questions or answers', async () => {
  const channel = await service.channel('C-silent', { owner: 'U-owner', subscribers: ['U-owner'] })
  const path = `/api/channels/${channel}`
  await service.receive([message(channel, service.clock.now, { content: { type: 'text', text: 'canary said' } })])
  await owner.put(`${path}/assistant/welcome`, { enabled: true, message: 'canary welcome' })
  await owner.put(`${path}/assistant/rules`, { content: 'canary group rules' })
  const texts = { keywords: ['canary keyword'], question: 'canary question', answer: 'canary answer' }
  const { id } = (await owner.post(`${path}/assistant/qa`, texts)).body
  await owner.put(`${path}/assistant/qa/${id}`, { ...texts, answer: 'canary answer again' })
  const { text, body } = await owner.get(`${path}/audit`)
  assert.equal(body.entries.length, 6)
  assert.ok(!text.includes('canary'))
})

test('an entry has an id and the time of the change, newest first', async () => {
  const channel = await service.channel('C-time', { owner: 'U-owner' })
  const start = service.clock.now
  for (const seconds of [1, 2]) {
    service.clock.now = start + seconds * 1000
    await owner.put(`/api/channels/${channel}/settings`, { allowPush: seconds === 1 })
  }
  service.clock.now = start
  const entries = await entriesOf(channel)
  assert.deepEqual(
    entries.map(({ at }) => at),
    ['2026-03-10T12:00:02Z', '2026-03-10T12:00:01Z', '2026-03-10T12:00:00Z'],
  )
  assert.equal(new Set(entries.map(({ id }) => id)).size, 3)
})

test('entries of another channel are not in the log', async () => {
  await service.channel('C-mine', { owner: 'U-owner' })
  await service.channel('C-theirs', { owner: 'U-owner' })
  await owner.put('/api/channels/C-theirs/settings', { language: 'ja' })
  assert.equal((await entriesOf('C-mine')).length, 1)
})

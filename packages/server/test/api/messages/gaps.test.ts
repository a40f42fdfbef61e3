import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup, labelsOf, read } from '../../support/content/sample-group.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

const dayMs = 86_400_000
const operator = { kind: 'operator' } as const
const service = await startTestService()

test('unsending leaves one gap and nothing of the message', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-one')
  const at = service.clock.now
  const taken = unsent(channelId, at + 1000, 'm1')
  await deliver(message(channelId, at, { id: 'm1' }), message(channelId, at, { id: 'm2' }), taken)
  await deliver(taken, unsent(channelId, at + 2000, 'm1'), unsent(channelId, at, 'never-came'))
  const { items } = await read(owner, timeline)
  assert.deepEqual(labelsOf(items), ['gap', 'm2'], 'in the position of the message')
  assert.deepEqual(items[0], { kind: 'gap', at: '2026-03-10T12:00:00Z' })
})

test('people who joined later do not see that something was unsent before', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-late')
  const at = service.clock.now
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  await deliver(
    message(channelId, at, { id: 'm1' }),
    joined(channelId, at + 1000, 'U-late'),
    message(channelId, at + 2000, { id: 'm2' }),
    unsent(channelId, at + 3000, 'm1'),
    unsent(channelId, at + 3000, 'm2'),
  )
  await service.subscribe(channelId, 'U-late')
  const gapsFor = async (userId: string) => (await read(await service.caller(userId), timeline)).items.length
  assert.deepEqual([await gapsFor('U-owner'), await gapsFor('U-late')], [2, 1])
})

test('a message that is erased with its sender leaves no gap', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-erased', { members: ['U1'] })
  const at = service.clock.now
  await deliver(message(channelId, at, { id: 'm1', from: 'U1' }), message(channelId, at, { id: 'm2' }))
  await service.store.write<'erase-person'>({ kind: 'erase-person', by: operator, at, userId: 'U1', channelId: null })
  const labels = await eventually(
    async () => labelsOf((await read(owner, timeline)).items),
    (found) => !found.includes('m1'),
  )
  assert.deepEqual(labels, ['m2'])
})

test('a gap expires like a message and is deleted from the store', async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-old')
  const at = service.clock.now
  await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 2 })
  await deliver(
    message(channelId, at - dayMs, { id: 'old' }),
    message(channelId, at, { id: 'new' }),
    unsent(channelId, at + 1000, 'old'),
    unsent(channelId, at + 1000, 'new'),
  )
  const count = async () => (await read(owner, timeline)).items.length
  assert.equal(await count(), 2)
  service.clock.now = at + dayMs + 1
  assert.equal(await count(), 1, 'at exactly that time')
  const expired = { kind: 'delete-expired', at: service.clock.now, ceilingDays: null, limit: 100 } as const
  await service.store.write<'delete-expired'>(expired)
  await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: null })
  assert.equal(await count(), 1, 'even when everything is kept again')
  service.clock.now = at
})

test('gaps are deleted from the store a few at a time', async () => {
  const { owner, deliver, channelId } = await createSampleGroup(service, 'C-many-gaps')
  const at = service.clock.now
  const ids = ['g1', 'g2', 'g3', 'g4', 'g5']
  await deliver(
    ...ids.map((id) => message(channelId, at, { id })),
    ...ids.map((id) => unsent(channelId, at + 1000, id)),
  )
  await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 2 })
  const channelNo = (await service.store.findChannelNo(channelId)) ?? 0
  const query = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'asc', limit: 100 } as const
  const left: number[] = []
  for (let more = true; more; ) {
    const expire = { kind: 'delete-expired', at: at + 3 * dayMs, ceilingDays: null, limit: 2 } as const
    more = (await service.store.write<'delete-expired'>(expire)).more
    left.push((await service.store.readTimeline(channelNo, query)).filter(({ kind }) => kind === 'gap').length)
  }
  assert.deepEqual(left.slice(0, 3), [3, 1, 0])
  assert.deepEqual(await service.store.readTimeline(channelNo, query), [], 'nor anything else')
})

test('an erased channel leaves no gaps behind', async () => {
  const { deliver, channelId, owner, timeline } = await createSampleGroup(service, 'C-gone')
  const at = service.clock.now
  await deliver(message(channelId, at, { id: 'm1' }), unsent(channelId, at + 1000, 'm1'))
  const channelNo = (await service.store.findChannelNo(channelId)) ?? 0
  const query = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'asc', limit: 10 } as const
  const before = await service.store.readTimeline(channelNo, query)
  assert.equal(before.filter(({ kind }) => kind === 'gap').length, 1)
  assert.ok(before.some(({ kind }) => kind === 'happening'))
  await service.store.write<'delete-channel'>({
    kind: 'delete-channel',
    by: operator,
    at,
    channelId,
    confirm: 'Group C-gone',
  })
  assert.equal((await owner.get(timeline)).status, 403)
  const left = await eventually(
    async () => (await service.store.readTimeline(channelNo, query)).length,
    (count) => count === 0,
  )
  assert.equal(left, 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpired } from '../../../src/actions/storage/housekeeping/delete-expired.ts'
import { joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const dayMs = 86_400_000

/** A channel with one photo sent now, and its reader. */
async function withPhoto(service: TestService, settings: object = {}) {
  const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channel}/settings`, settings)
  await service.receive([message(channel, service.clock.now, { id: 'photo', content: { type: 'image' } })])
  await service.storeMedia(channel, 'photo', Buffer.from('bytes'))
  const backup = `/api/channels/${channel}/backup`
  const reads = async () => {
    const answers = await Promise.all(
      ['messages?date=2026-03-10', 'messages/photo', 'media', 'media/photo'].map((path) =>
        owner.get(`${backup}/${path}`),
      ),
    )
    const [list, single, media, download] = answers
    return [list?.body.messages.length, single?.status, media?.body.items.length, download?.status]
  }
  return { channel, owner, backup, reads }
}

const there = [1, 200, 1, 200]
const gone = [0, 404, 0, 404]

test('an expired message is gone from every read at exactly that moment', async () => {
  const service = await startTestService()
  const { owner, backup, reads } = await withPhoto(service, { retentionDays: 2 })
  assert.deepEqual(await reads(), there)
  service.clock.now += 2 * dayMs - 1
  assert.deepEqual(await reads(), there)
  service.clock.now += 2
  assert.deepEqual(await reads(), gone)
  for (const path of ['messages/photo', 'media/photo']) {
    assert.deepEqual((await owner.get(`${backup}/${path}`)).body, { error: 'Message not found' })
  }
})

test('messages are kept forever by default', async () => {
  const service = await startTestService()
  const { reads } = await withPhoto(service)
  service.clock.now += 40 * 365 * dayMs
  assert.deepEqual(await reads(), there)
})

test('messages of one page expire one by one', async () => {
  const service = await startTestService()
  const { channel, owner, backup } = await withPhoto(service, { retentionDays: 1 })
  const start = service.clock.now
  await service.receive([1, 2, 3].map((second) => message(channel, start + second * 1000, { id: `m${second}` })))
  const path = `${backup}/messages?date=2026-03-10`
  assert.deepEqual(idsOf(await owner.get(path)), ['photo', 'm1', 'm2', 'm3'])
  for (const [second, rest] of [
    [0.5, ['m1', 'm2', 'm3']],
    [1.5, ['m2', 'm3']],
    [2.5, ['m3']],
    [3.5, []],
  ] as const) {
    service.clock.now = start + dayMs + second * 1000
    assert.deepEqual(idsOf(await owner.get(path)), rest)
  }
})

test("the operator's limit overrides the owner's setting", async () => {
  const service = await startTestService({ INNKEEPER_RETENTION_DAYS: '3' })
  const { channel, owner, reads } = await withPhoto(service)
  const set = (retentionDays: number | null) => owner.put(`/api/channels/${channel}/settings`, { retentionDays })
  const refused = await set(4)
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error, 'retentionDays must be at most 3, the limit of this service')
  assert.equal((await set(3)).body.retentionDays, 3)
  assert.equal((await set(null)).body.retentionDays, null, 'forever means as long as the operator allows')
  service.clock.now += 3 * dayMs - 1
  assert.deepEqual(await reads(), there)
  service.clock.now += 2
  assert.deepEqual(await reads(), gone)
})

test('the owner can keep messages for less time than the limit', async () => {
  const service = await startTestService({ INNKEEPER_RETENTION_DAYS: '30' })
  const { reads } = await withPhoto(service, { retentionDays: 1 })
  service.clock.now += dayMs + 1
  assert.deepEqual(await reads(), gone)
})

test('retention is a whole number of days from 1 to 36500, or null', async () => {
  const service = await startTestService()
  const { channel, owner } = await withPhoto(service)
  const set = (retentionDays: unknown) => owner.put(`/api/channels/${channel}/settings`, { retentionDays })
  for (const good of [1, 36_500, null]) assert.equal((await set(good)).body.retentionDays, good)
  for (const bad of [0, -1, 36_501, 1.5, '7', true, {}]) {
    const answer = await set(bad)
    assert.equal(answer.status, 400, String(bad))
    assert.match(answer.body.error, /^retentionDays must be/)
  }
})

test('with the history since-joined a subscriber can read messages sent since joining', async () => {
  const service = await startTestService()
  const { channel, owner, backup } = await withPhoto(service)
  const start = service.clock.now
  await service.receive([
    message(channel, start + 1000, { id: 'early' }),
    joined(channel, start + 2000, 'U-new', 'New'),
    message(channel, start + 3000, { id: 'common', content: { type: 'image' } }),
  ])
  await service.storeMedia(channel, 'common', Buffer.from('x'))
  await service.subscribe(channel, 'U-new')
  const newcomer = await service.caller('U-new')
  const all = { messages: ['photo', 'early', 'common'], media: ['common', 'photo'] }
  const read = async () => ({
    messages: idsOf(await newcomer.get(`${backup}/messages`)),
    media: idsOf(await newcomer.get(`${backup}/media`)),
  })
  assert.deepEqual(await read(), all)
  await owner.put(`/api/channels/${channel}/settings`, { history: 'since-joined' })
  assert.deepEqual(await read(), { messages: ['common'], media: ['common'] })
  for (const path of ['messages/early', 'media/photo']) {
    assert.deepEqual((await newcomer.get(`${backup}/${path}`)).body, { error: 'Message not found' }, path)
  }
  assert.equal((await newcomer.get(`${backup}/media/common`)).status, 200)
  assert.deepEqual(idsOf(await owner.get(`${backup}/messages`)), all.messages, 'people who were there still read it')

  await service.receive([left(channel, start + 4000, 'U-new'), joined(channel, start + 5000, 'U-new')])
  await service.subscribe(channel, 'U-new')
  assert.deepEqual(await read(), { messages: [], media: [] }, 'people who return start over')
  await owner.put(`/api/channels/${channel}/settings`, { history: 'all' })
  assert.deepEqual(await read(), all)
})

test('long texts are deleted a few at a time, so no one waits long for one commit', async () => {
  const service = await startTestService()
  const { channel } = await withPhoto(service, { retentionDays: 1 })
  const long = Array.from({ length: 20 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(4900))
  await service.receive(long.map((text) => message(channel, service.clock.now, { content: { type: 'text', text } })))
  const at = service.clock.now + 2 * dayMs
  const first = await service.store.write<'delete-expired'>({
    kind: 'delete-expired',
    at,
    ceilingDays: null,
    limit: 200,
  })
  assert.ok(first.more)
  assert.ok(first.messages >= 1 && first.messages <= 5, `${first.messages} at once`)
  let messages = first.messages
  let more: boolean = first.more
  while (more) {
    const slice = await service.store.write<'delete-expired'>({
      kind: 'delete-expired',
      at,
      ceilingDays: null,
      limit: 200,
    })
    messages += slice.messages
    more = slice.more
  }
  assert.equal(messages, 21)
})

test('the preview of a retention shows what would be deleted, and exactly that is deleted then', async () => {
  const service = await startTestService({ INNKEEPER_RETENTION_DAYS: '365' })
  const { channel, owner, backup } = await withPhoto(service, { timezone: 'Asia/Tokyo' })
  const other = await service.channel('C-other', { owner: 'U-owner', subscribers: ['U-owner'] })
  const sent = service.clock.now
  await service.receive([
    message(channel, sent + 1000, { id: 'text' }),
    message(channel, sent + 2 * dayMs, { id: 'later' }),
    message(channel, sent + 2 * dayMs, { id: 'later photo', content: { type: 'image' } }),
    message(other, sent, { id: 'elsewhere' }),
  ])
  await service.storeMedia(channel, 'later photo', Buffer.from('more bytes'))
  service.clock.now = sent + 3 * dayMs
  const preview = (days: string) => owner.get(`/api/channels/${channel}/settings/retention${days}`)
  const nothing = { messages: 0, mediaFiles: 0, mediaBytes: 0 }
  const first = { messages: 2, mediaFiles: 1, mediaBytes: 5 }
  assert.deepEqual((await preview('?days=2')).body, { days: 2, ceilingDays: 365, ...first, oldestDay: '2026-03-11' })
  assert.deepEqual((await preview('?days=30')).body, {
    days: 30,
    ceilingDays: 365,
    ...nothing,
    oldestDay: '2026-02-11',
  })
  assert.equal((await preview('')).body.days, 365, 'forever means as long as the operator allows')
  assert.equal((await preview('?days=366')).body.error, 'days must be at most 365, the limit of this service')
  assert.equal((await preview('?days=0')).status, 400)
  assert.equal(idsOf(await owner.get(`${backup}/messages?date=2026-03-10`)).length, 2, 'the preview deletes nothing')

  await owner.put(`/api/channels/${channel}/settings`, { retentionDays: 2 })
  const deps = { store: service.store, clock: () => service.clock.now, retentionCeilingDays: 365 }
  assert.deepEqual(await deleteExpired(deps), { ...first, more: false })
  assert.deepEqual((await preview('?days=2')).body, { days: 2, ceilingDays: 365, ...nothing, oldestDay: '2026-03-11' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const { now } = service.clock

test('a user known only by a key has the id as display name and no channels', async () => {
  const caller = await service.caller('U-stranger', { name: 'laptop' })
  const { body } = await caller.get('/api/me')
  const { pictureUrl, key, ...rest } = body
  assert.deepEqual(rest, {
    userId: 'U-stranger',
    displayName: 'U-stranger',
    createdAt: '2026-03-10T12:00:00Z',
    channels: { owner: 0, admin: 0, member: 0, guest: 0 },
    isOperator: false,
  })
  assert.match(key.id, /^k_/)
  assert.deepEqual(
    { ...key, id: '' },
    { id: '', name: 'laptop', createdAt: '2026-03-10T12:00:00Z', expiresAt: null, lastUsedAt: null, isLimited: false },
  )
  const picture = await caller.get(new URL(pictureUrl).pathname)
  assert.ok(pictureUrl.startsWith(service.url), 'the picture is on this service')
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/svg+xml'])
})

test('channels are counted by role, except those that the person left', async () => {
  await service.channel('C-me-1', { owner: 'U-me' })
  await service.channel('C-me-2', { owner: 'U-other', admins: ['U-me'] })
  await service.channel('C-me-3', { owner: 'U-other', members: ['U-me'] })
  await service.channel('C-me-4', { owner: 'U-other', members: ['U-me'] })
  await service.channel('C-me-5', { owner: 'U-other', guests: ['U-me'] })
  await service.channel('C-me-6', { owner: 'U-other', left: ['U-me'] })
  const me = await service.caller('U-me')
  assert.deepEqual((await me.get('/api/me')).body.channels, { owner: 1, admin: 1, member: 2, guest: 1 })
  await service.receive([left('C-me-1', now + 1, 'U-me')])
  assert.deepEqual((await me.get('/api/me')).body.channels, { owner: 0, admin: 1, member: 2, guest: 1 })
})

test('a person has the newest name and is known since first seen', async () => {
  await service.channel('C-name-1', { owner: 'U-other' })
  await service.receive([
    message('C-name-1', now - 86_400_000, { from: 'U-mika', name: 'Mika' }),
    message('C-name-2', now, { from: 'U-mika', name: 'Mika in Osaka' }),
  ])
  const { body } = await (await service.caller('U-mika')).get('/api/me')
  assert.deepEqual([body.displayName, body.createdAt], ['Mika in Osaka', '2026-03-09T12:00:00Z'])
})

test('the key of the request is the one shown', async () => {
  const expiresAt = Date.parse('2026-04-01T00:00:00Z')
  const [one, two] = [
    await service.caller('U-two', { name: 'one' }),
    await service.caller('U-two', { name: 'two', expiresAt }),
  ]
  const [first, second] = [(await one.get('/api/me')).body.key, (await two.get('/api/me')).body.key]
  assert.deepEqual([first.name, first.expiresAt], ['one', null])
  assert.deepEqual([second.name, second.expiresAt], ['two', '2026-04-01T00:00:00Z'])
  assert.notEqual(first.id, second.id)
})

test('requests are counted and the last use is shown within a few seconds', async () => {
  const caller = await service.caller('U-counted')
  const other = await service.caller('U-counted')
  for (let index = 0; index < 3; index++) await caller.get('/api/channels')
  await caller.get('/api/channels/C-nowhere')
  await caller.get('/api/nowhere')
  await other.get('/api/channels')
  const day = { from: '2026-03-10', to: '2026-03-10' }
  const counted = async () => (await service.store.listRequestsOf('U-counted', day))[0]?.count ?? 0
  // Refused ones too, of all keys of the caller.
  assert.equal(await eventually(counted, (count) => count >= 6), 6)
  assert.ok((await caller.get('/api/usage')).body.totals.apiRequests >= 6)
  assert.equal((await caller.get('/api/me')).body.key.lastUsedAt, '2026-03-10T12:00:00Z')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const refused = [401, { error: 'Authentication failed' }]
const meWith = async (caller: Caller) => {
  const { status, body } = await caller.get('/api/me')
  return status === 200 ? [200, body.userId] : [status, body]
}
/** A key created with this caller's key, and a caller that uses it. */
async function makeKey(caller: Caller, body: object = {}) {
  const answer = await caller.post('/api/keys', body)
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body, caller: service.callerWith(`Bearer ${answer.body.key}`) }
}

test('a new key is shown once, with exactly its fields, and works', async () => {
  const caller = await service.caller('U1')
  const { caller: maker, ...issued } = await makeKey(caller, { name: 'export script', scope: 'full' })
  assert.match(issued.key, /^ink_[0-9A-Za-z]{49}$/)
  assert.deepEqual(
    { ...issued, id: '', key: '' },
    {
      id: '',
      key: '',
      userId: 'U1',
      name: 'export script',
      scope: 'full',
      channels: null,
      createdAt: '2026-03-10T12:00:00Z',
      expiresAt: null,
      lastUsedAt: null,
    },
  )
  assert.deepEqual(await meWith(maker), [200, 'U1'])
  const list = await caller.get('/api/keys')
  assert.ok(!list.text.includes(issued.key), 'the list never shows it')
  const { key: _, userId: __, ...listed } = issued
  assert.deepEqual(
    list.body.keys.find(({ id }: { id: string }) => id === issued.id),
    listed,
  )
})

test('a key can be created without any options', async () => {
  const { name, scope, expiresAt } = await makeKey(await service.caller('U-plain'))
  assert.deepEqual([name, scope, expiresAt], ['', 'full', null])
})

test('a key of scope read cannot change anything or create keys', async () => {
  const channel = await service.channel('C1', { owner: 'U-reader', subscribers: ['U-reader'] })
  const { caller: reader, id } = await makeKey(await service.caller('U-reader'), { scope: 'read' })
  for (const path of ['/api/me', '/api/keys', '/api/usage', `/api/channels/${channel}/backup/messages`]) {
    assert.equal((await reader.get(path)).status, 200, path)
  }
  for (const [method, path, body] of [
    ['POST', '/api/keys', {}],
    ['DELETE', `/api/keys/${id}`, undefined],
    ['POST', `/api/channels/${channel}/backup/subscribe`, undefined],
    ['DELETE', `/api/channels/${channel}/backup/subscribe`, undefined],
    ['PUT', `/api/channels/${channel}/settings`, { language: 'ja' }],
    ['PUT', `/api/channels/${channel}/assistant/welcome`, { enabled: true }],
  ] as const) {
    const answer = await reader.request(method, path, { body })
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Permission denied' }], path)
  }
})

test('a key expires at its time, to the second', async () => {
  const { caller } = await makeKey(await service.caller('U-short'), { expiresAt: '2026-03-10T12:01:00Z' })
  service.clock.now = start + 59_999
  assert.equal((await meWith(caller))[0], 200)
  service.clock.now = start + 60_000
  assert.deepEqual(await meWith(caller), refused)
  service.clock.now = start
})

test('the expiry of a key must be in the future and written as a timestamp', async () => {
  const caller = await service.caller('U-time')
  for (const expiresAt of ['2026-03-10T12:00:00Z', '2020-01-01T00:00:00Z']) {
    assert.equal((await caller.post('/api/keys', { expiresAt })).body.error, 'expiresAt must be in the future')
  }
  for (const expiresAt of ['2027-01-01', '2027-01-01T00:00:00+09:00', '2027-02-30T00:00:00Z', 1_800_000_000, '']) {
    const answer = await caller.post('/api/keys', { expiresAt })
    assert.equal(answer.status, 400, String(expiresAt))
    assert.match(answer.body.error, /^expiresAt must be/)
  }
  for (const body of [{ scope: 'admin' }, { name: 'x'.repeat(101) }, { userId: 'U-other' }, { key: 'mine' }, []]) {
    assert.equal((await caller.post('/api/keys', body)).status, 400, JSON.stringify(body))
  }
})

test('a key created with another key expires no later than that key', async () => {
  const parent = await service.caller('U-capped', { expiresAt: Date.parse('2026-06-01T00:00:00Z') })
  const endOf = async (body: object) => (await makeKey(parent, body)).expiresAt
  assert.equal(await endOf({}), '2026-06-01T00:00:00Z')
  assert.equal(await endOf({ expiresAt: null }), '2026-06-01T00:00:00Z')
  assert.equal(await endOf({ expiresAt: '2030-01-01T00:00:00Z' }), '2026-06-01T00:00:00Z')
  assert.equal(await endOf({ expiresAt: '2026-05-01T00:00:00Z' }), '2026-05-01T00:00:00Z')
})

test('a revoked key is refused from the next request on', async () => {
  const caller = await service.caller('U-revoke')
  const { id, caller: other } = await makeKey(caller)
  assert.deepEqual(await meWith(other), [200, 'U-revoke'])
  assert.deepEqual((await caller.delete(`/api/keys/${id}`)).body, { success: true })
  assert.deepEqual(await meWith(other), refused)
  const again = await caller.delete(`/api/keys/${id}`)
  assert.deepEqual([again.status, again.body], [404, { error: 'Key not found' }])
  const { key } = (await caller.get('/api/me')).body
  assert.equal((await caller.delete(`/api/keys/${key.id}`)).status, 200, 'a key can revoke itself')
  assert.deepEqual(await meWith(caller), refused)
})

test('revoking a key ends every key created with it, directly or indirectly, and no other', async () => {
  const root = await service.caller('U-family')
  const child = await makeKey(root)
  const grandchild = await makeKey(child.caller)
  const greatGrandchild = await makeKey(grandchild.caller)
  const sibling = await makeKey(root)
  await root.delete(`/api/keys/${child.id}`)
  for (const dead of [child, grandchild, greatGrandchild]) assert.deepEqual(await meWith(dead.caller), refused)
  for (const alive of [root, sibling.caller]) assert.deepEqual(await meWith(alive), [200, 'U-family'])
})

test('a key can be revoked by a newer one of the same user', async () => {
  const root = await service.caller('U-younger')
  const child = await makeKey(root)
  const { key } = (await root.get('/api/me')).body
  assert.equal((await child.caller.delete(`/api/keys/${key.id}`)).status, 200)
  assert.deepEqual(await meWith(root), refused)
  assert.deepEqual(await meWith(child.caller), refused, 'and it ends with the one that created it')
})

test("another user's key is not found, and stays", async () => {
  const [mine, theirs] = [await service.caller('U-mine'), await service.caller('U-theirs')]
  const { key } = (await theirs.get('/api/me')).body
  const answer = await mine.delete(`/api/keys/${key.id}`)
  assert.deepEqual([answer.status, answer.body], [404, { error: 'Key not found' }])
  assert.deepEqual((await mine.delete('/api/keys/k_nothing')).body, answer.body, 'the two cannot be told apart')
  assert.deepEqual(await meWith(theirs), [200, 'U-theirs'])
})

test('the list shows my active keys, newest first', async () => {
  const caller = await service.caller('U-list', { name: 'first' })
  await service.caller('U-someone-else', { name: 'not mine' })
  const names = async () =>
    (await caller.get('/api/keys')).body.keys.map(({ name }: { name: string }) => name) as string[]
  service.clock.now = start + 1000
  await makeKey(caller, { name: 'second', expiresAt: '2026-03-10T12:01:00Z' })
  service.clock.now = start + 2000
  const { id } = await makeKey(caller, { name: 'third' })
  assert.deepEqual(await names(), ['third', 'second', 'first'])
  await caller.delete(`/api/keys/${id}`)
  assert.deepEqual(await names(), ['second', 'first'])
  service.clock.now = start + 60_000
  assert.deepEqual(await names(), ['first'])
  service.clock.now = start
})

test('a key revoked on the command line is refused by the running service', async () => {
  const caller = await service.caller('U-operator')
  const { key } = (await caller.get('/api/me')).body
  await service.store.write<'revoke-key'>({
    kind: 'revoke-key',
    by: { kind: 'operator' },
    at: service.clock.now,
    keyId: key.id,
  })
  assert.deepEqual(await meWith(caller), refused)
})

const atTheMost =
  'You have 50 active keys, and one person can have at most 50. Revoke a key you no longer use, then make a new one'

test('a person has at most fifty active keys, whichever key creates them, and another if one is revoked or expired', async () => {
  const root = await service.caller('U-fifty')
  const last = (await makeKey(root, { expiresAt: '2026-03-10T12:01:00Z' })).id
  const made = await Promise.all(Array.from({ length: 60 }, (_, index) => root.post('/api/keys', { name: `${index}` })))
  assert.equal(made.filter(({ status }) => status === 201).length, 48)
  const child = service.callerWith(`Bearer ${made.find(({ status }) => status === 201)?.body.key}`)
  for (const caller of [root, child]) {
    const { status, body } = await caller.post('/api/keys', {})
    assert.deepEqual([status, body], [400, { error: atTheMost }])
  }
  assert.equal(
    (await makeKey(await service.caller('U-not-fifty'))).userId,
    'U-not-fifty',
    'another person is unaffected',
  )
  await root.delete(`/api/keys/${last}`)
  await makeKey(root, { expiresAt: '2026-03-10T12:01:00Z' })
  assert.equal((await root.post('/api/keys', {})).status, 400)
  service.clock.now = start + 60_000
  await makeKey(root)
  assert.equal((await root.post('/api/keys', {})).status, 400)
  service.clock.now = start
})

test('the operator can go beyond that', async () => {
  for (let count = 0; count < 51; count++) await service.caller('U-served')
  const caller = await service.caller('U-served')
  assert.equal((await caller.get('/api/keys')).body.keys.length, 52)
  assert.equal((await caller.post('/api/keys', {})).status, 400)
})

test('revoked keys do not pile up, and a person is known since their first key', async () => {
  const first = await service.caller('U-churn')
  await first.delete(`/api/keys/${(await first.get('/api/me')).body.key.id}`)
  service.clock.now = start + 1000
  const root = await service.caller('U-churn')
  for (let count = 0; count < 130; count++) {
    const { id, caller } = await makeKey(root)
    // Every other key has created one too.
    if (count % 2) await makeKey(caller)
    await root.delete(`/api/keys/${id}`)
  }
  const rows = await service.environment.withSql((sql) =>
    sql.all<{ revoked_at: number | null }>("select revoked_at from keys where user_id = 'U-churn'"),
  )
  assert.equal(rows.filter(({ revoked_at }) => revoked_at === null).length, 1)
  assert.ok(rows.length > 100 && rows.length < 160, `${rows.length} rows`)
  assert.equal((await root.get('/api/me')).body.createdAt, '2026-03-10T12:00:00Z')
  service.clock.now = start
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

/** Everything about other channels contains one of these. */
const otherSigns = /C-other|C-third|Other|Third|secret/

const service = await startTestService()
for (const channelId of ['C-mine', 'C-other', 'C-third']) {
  await service.channel(channelId, { owner: 'U-owner', members: ['U-else'], subscribers: ['U-owner'] })
  const content = { type: 'text', text: channelId === 'C-mine' ? 'The key is here' : 'The key is secret' } as const
  await service.receive([message(channelId, service.clock.now, { from: 'U-else', content })])
}
/** Both of the same person. */
const all = await service.caller('U-owner')
const limited = await service.caller('U-owner', { channelIds: ['C-mine'] })
await all.post('/api/searches', { name: 'Other keys', query: { q: 'key' }, channelId: 'C-other' })
await all.post('/api/searches', { name: 'Mine', query: { q: 'key' }, channelId: 'C-mine' })

/** What shows several channels to their owner. */
const lists = [
  '/api/channels',
  '/api/overview',
  '/api/me',
  '/api/me/kept',
  '/api/usage',
  '/api/search?q=key',
  '/api/search/count?q=key',
  '/api/searches',
  '/api/keys',
  '/api/sign-ins',
]

for (const path of lists) {
  test(`${path} shows a limited key only its channels`, async () => {
    const [whole, part] = [await all.get(path), await limited.get(path)]
    assert.deepEqual([whole.status, part.status], [200, 200], part.text)
    assert.doesNotMatch(part.text, otherSigns)
    if (!['/api/me', '/api/keys', '/api/sign-ins', '/api/search/count?q=key'].includes(path)) {
      assert.match(whole.text, otherSigns, 'control')
      assert.match(part.text, /C-mine/, 'and those it shows')
    }
  })
}

test('counts over several channels are those of its channels', async () => {
  const { body: me } = await limited.get('/api/me')
  assert.deepEqual([me.channels.owner, me.key.isLimited], [1, true])
  const { body: wholeMe } = await all.get('/api/me')
  assert.deepEqual([wholeMe.channels.owner, wholeMe.key.isLimited], [3, false])
  assert.equal((await limited.get('/api/usage')).body.totals.messages, 1)
  assert.equal((await all.get('/api/usage')).body.totals.messages, 3)
  assert.equal((await limited.get('/api/search/count?q=key')).body.count, 1)
  assert.equal((await all.get('/api/search/count?q=key')).body.count, 3)
})

test('for a limited key, another channel is like one that does not exist', async () => {
  for (const path of ['', '/members', '/backup/messages', '/backup/search?q=key', '/events', '/backup/export']) {
    const [other, unknown] = await Promise.all(
      ['C-other', 'C-nowhere'].map((channelId) => limited.get(`/api/channels/${channelId}${path}`)),
    )
    assert.deepEqual([other?.status, other?.text], [unknown?.status, unknown?.text])
  }
  const write = await limited.put('/api/channels/C-other/settings', { language: 'ja' })
  assert.deepEqual([write.status, write.body], [403, { error: 'Permission denied' }])
  assert.equal((await limited.put('/api/channels/C-mine/settings', { language: 'ja' })).status, 200, 'control')
})

test('saved searches of other channels cannot be changed, deleted or made', async () => {
  const { body } = await all.get('/api/searches')
  const other = body.searches.find(({ name }: { name: string }) => name === 'Other keys')
  assert.equal((await limited.put(`/api/searches/${other.id}`, { name: 'x' })).status, 404)
  assert.equal((await limited.delete(`/api/searches/${other.id}`)).status, 404)
  const search = { name: 'x', query: { q: 'key' }, channelId: 'C-other' }
  assert.equal((await limited.post('/api/searches', search)).status, 403)
  assert.equal((await limited.post('/api/searches', { ...search, channelId: 'C-mine' })).status, 201)
})

test('a key made with a limited key reaches no further', async () => {
  const inherited = await limited.post('/api/keys', { name: 'child' })
  assert.deepEqual([inherited.status, inherited.body.channels], [201, ['C-mine']])
  const child = service.callerWith(`Bearer ${inherited.body.key}`)
  assert.equal((await child.get('/api/channels/C-other')).status, 403)
  assert.equal((await child.get('/api/channels/C-mine')).status, 200)
  const wider = await limited.post('/api/keys', { channels: ['C-mine', 'C-other'] })
  assert.deepEqual([wider.status, wider.body], [403, { error: 'Permission denied' }])
  assert.equal((await limited.post('/api/keys', { channels: [] })).status, 400)
})

test('a key can be limited over the API, to channels its person is in', async () => {
  const made = await all.post('/api/keys', { name: 'two', channels: ['C-mine', 'C-third'] })
  assert.deepEqual([made.status, made.body.channels], [201, ['C-mine', 'C-third']])
  const { body } = await service.callerWith(`Bearer ${made.body.key}`).get('/api/channels')
  assert.deepEqual(body.channels.map((one: { channelId: string }) => one.channelId).sort(), ['C-mine', 'C-third'])
  await service.channel('C-foreign', { owner: 'U-else' })
  for (const channelId of ['C-foreign', 'C-nowhere']) {
    const refused = await all.post('/api/keys', { channels: [channelId] })
    assert.deepEqual([refused.status, refused.body], [403, { error: 'Permission denied' }])
  }
})

test('a limited key sees and revokes only keys that reach no further', async () => {
  const fresh = await service.caller('U-owner', { channelIds: ['C-mine'], name: 'fresh' })
  const wide = (await all.post('/api/keys', { name: 'wide' })).body
  const narrow = (await all.post('/api/keys', { name: 'narrow', channels: ['C-mine'] })).body
  const { body } = await fresh.get('/api/keys')
  const ids = body.keys.map(({ id }: { id: string }) => id)
  assert.deepEqual([ids.includes(wide.id), ids.includes(narrow.id)], [false, true])
  assert.equal((await fresh.delete(`/api/keys/${wide.id}`)).status, 404)
  assert.equal((await fresh.delete(`/api/keys/${narrow.id}`)).status, 200)
})

test('a browser that is signed in with a limited key is limited too', async () => {
  const signedIn = await limited.post('/api/sign-ins')
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? ''
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  const browser = service.callerWith(undefined)
  assert.equal((await browser.request('GET', '/api/channels/C-mine', { headers: own })).status, 200)
  assert.equal((await browser.request('GET', '/api/channels/C-other', { headers: own })).status, 403)
  const made = await browser.request('POST', '/api/keys', { headers: own, body: {} })
  assert.deepEqual(made.body.channels, ['C-mine'])
  const wide = (await all.post('/api/sign-ins')).body.signIn.id
  const list = await browser.request('GET', '/api/sign-ins', { headers: own })
  assert.ok(!list.text.includes(wide))
  assert.equal((await browser.request('DELETE', `/api/sign-ins/${wide}`, { headers: own })).status, 404)
})

test('a limited key can neither erase its person nor become unlimited when its channels are deleted', async () => {
  await service.channel('C-gone', { owner: 'U-owner', subscribers: ['U-owner'] })
  const only = await service.caller('U-owner', { channelIds: ['C-gone'] })
  const both = await service.caller('U-owner', { channelIds: ['C-gone', 'C-mine'] })
  assert.equal((await only.post('/api/me/erasure', { confirm: 'U-owner' })).status, 403)
  const { body } = await all.get('/api/channels/C-gone')
  assert.equal((await all.delete('/api/channels/C-gone', { confirm: body.meta.name })).status, 200)
  assert.deepEqual((await only.get('/api/channels')).body, { channels: [] })
  assert.equal((await only.get('/api/channels/C-mine')).status, 403)
  assert.equal((await both.get('/api/channels/C-mine')).status, 200)
  const { keys } = (await both.get('/api/keys')).body
  assert.deepEqual([...new Set(keys.map(({ channels }: { channels: string[] }) => channels.join()))].sort(), [
    '',
    'C-mine',
  ])
})

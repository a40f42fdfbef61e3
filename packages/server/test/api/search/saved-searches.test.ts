import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savedSearchLimits } from '@innkeeper/contract'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const channel = await service.channel('C1', { owner: 'U-owner', members: ['U-me', 'U-other'], guests: ['U-guest'] })
const me = await service.caller('U-me')
const other = await service.caller('U-other')

const keys = { name: 'Keys', query: { q: 'keys -from:Sam', hasLink: true }, channelId: null }
const namesOf = async (caller = me) =>
  (await caller.get('/api/searches')).body.searches.map(({ name }: { name: string }) => name)

test('a search is saved, listed by name, changed and deleted, and no one else sees it', async () => {
  const saved = await me.post('/api/searches', keys)
  assert.equal(saved.status, 201, saved.text)
  const { id, createdAt, ...rest } = saved.body
  assert.deepEqual(rest, keys)
  const here = await me.post('/api/searches', { name: 'A photo', query: { type: 'image' }, channelId: channel })
  assert.equal(here.status, 201)
  assert.deepEqual(await namesOf(), ['A photo', 'Keys'])
  assert.deepEqual((await me.get('/api/searches')).body.searches[1], { id, createdAt, ...keys })
  assert.deepEqual(await namesOf(other), [])

  const changed = await me.put(`/api/searches/${id}`, { name: 'Boathouse keys' })
  assert.deepEqual(changed.body, { id, createdAt, ...keys, name: 'Boathouse keys' })
  const requeried = await me.put(`/api/searches/${id}`, { query: { q: 'boathouse' } })
  assert.deepEqual(requeried.body.query, { q: 'boathouse' })
  for (const refused of [
    await other.put(`/api/searches/${id}`, { name: 'Mine' }),
    await other.request('DELETE', `/api/searches/${id}`),
    await me.put('/api/searches/q_unknown', { name: 'None' }),
  ]) {
    assert.deepEqual([refused.status, refused.body], [404, { error: 'Saved search not found' }])
  }
  assert.deepEqual((await me.request('DELETE', `/api/searches/${id}`)).body, { success: true })
  assert.deepEqual(await namesOf(), ['A photo'])
})

test('a search that could not be run, or of a group that is not mine, is refused', async () => {
  for (const [body, sentence] of [
    [{ ...keys, query: { q: 'before:yesterday' } }, /^q contains before:yesterday/],
    [{ ...keys, query: {} }, /^q is missing/],
    [{ ...keys, query: { from: '2026-03-02', to: '2026-03-01' } }, /^from must not be after to/],
    [{ ...keys, query: { words: 'keys' } }, /words/],
    [{ ...keys, name: '' }, /^name must/],
    [{ name: 'Keys', query: keys.query }, /channelId/],
  ] as const) {
    const answer = await me.post('/api/searches', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.error, sentence)
  }
  const guest = await service.caller('U-guest')
  for (const [caller, channelId] of [
    [me, 'C-unknown'],
    [guest, channel],
    [await service.caller('U-stranger'), channel],
  ] as const) {
    const answer = await caller.post('/api/searches', { ...keys, channelId })
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Permission denied' }])
  }
})

test('a person has a limited number of them', async () => {
  const busy = await service.caller('U-busy')
  for (let count = 0; count < savedSearchLimits.perPerson; count++) {
    assert.equal((await busy.post('/api/searches', keys)).status, 201)
  }
  const answer = await busy.post('/api/searches', keys)
  assert.deepEqual(
    [answer.status, answer.body.error],
    [400, 'You have 50 saved searches, which is the limit; delete one to save another'],
  )
})

test('searches leave with the person who saved them, with the person they look for, and with the group', async () => {
  const gone = await service.channel('C-gone', { owner: 'U-owner', members: ['U-going', 'U-stays'] })
  const going = await service.caller('U-going')
  const stays = await service.caller('U-stays')
  await going.post('/api/searches', keys)
  for (const [name, query] of [
    ['by parameter', { sender: 'U-going' }],
    ['by word', { q: 'keys from:U-going' }],
    ['by exclusion', { q: '-from:U-going' }],
    ['control', { q: 'U-going', sender: 'U-going-on' }],
  ] as const) {
    assert.equal((await stays.post('/api/searches', { name, query, channelId: null })).status, 201)
  }
  await stays.post('/api/searches', { name: 'of the group', query: { q: 'keys' }, channelId: gone })
  const by = { kind: 'operator' } as const
  const at = service.clock.now
  const goOn = async () => {
    // A deleted group waits until the bot has left it, which takes nothing that is searched for.
    const step = () => service.store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit: 100 })
    for (let { kind } = await step(); kind === 'going-on' || kind === 'finished'; { kind } = await step());
  }
  await service.store.write<'erase-person'>({ kind: 'erase-person', by, at, userId: 'U-going', channelId: null })
  await goOn()
  assert.deepEqual(await service.store.listSavedSearches({ userId: 'U-going', limit: null }), [])
  assert.deepEqual(await namesOf(stays), ['control', 'of the group'])
  await service.store.write<'delete-channel'>({
    kind: 'delete-channel',
    by,
    at,
    channelId: gone,
    confirm: `Group ${gone}`,
  })
  await goOn()
  assert.deepEqual(await namesOf(stays), ['control'])
})

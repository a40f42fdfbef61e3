import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { type Watcher, watchChannel } from '../../support/http/watching.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
const watchers: Watcher[] = []
after(() => Promise.all(watchers.map((watcher) => watcher.stop())))

let channels = 0

/** A channel that Mika watches, who is only a member. */
async function watched() {
  const channelId = await service.channel(`C-ending-${++channels}`, {
    owner: 'U-owner',
    members: ['U-mika'],
    subscribers: ['U-owner', 'U-mika'],
  })
  const owner = await service.caller('U-owner')
  const mika = await service.caller('U-mika')
  const watcher = await watchChannel(service, mika, channelId)
  watchers.push(watcher)
  return { channelId, path: `/api/channels/${channelId}`, owner, mika, watcher }
}
type Scene = Awaited<ReturnType<typeof watched>>

const endings: [what: string, status: number, work: (scene: Scene) => Promise<unknown>][] = [
  [
    'whose key is revoked',
    401,
    async ({ mika }) => {
      const { key } = (await mika.get('/api/me')).body
      await service.store.write<'revoke-key'>({ kind: 'revoke-key', by: { kind: 'operator' }, at: now, keyId: key.id })
    },
  ],
  ['who becomes a guest', 403, ({ path, owner }) => owner.put(`${path}/members/U-mika/role`, { role: 'guest' })],
  ['who leaves the chat', 403, ({ channelId }) => service.receive([left(channelId, now + 1, 'U-mika')])],
  ['who unsubscribes', 403, ({ path, mika }) => mika.delete(`${path}/backup/subscribe`)],
  ['whom the settings exclude', 403, ({ path, owner }) => owner.put(`${path}/settings`, { backup: 'admins' })],
  [
    'whose channel is deleted',
    403,
    ({ path, channelId, owner }) => owner.delete(path, { confirm: `Group ${channelId}` }),
  ],
]
for (const [what, status, work] of endings) {
  test(`a person ${what} gets no more events`, async () => {
    const scene = await watched()
    await work(scene)
    await service.receive([message(scene.channelId, now + 2, { id: 'm-after' })])
    assert.equal((await scene.watcher.refused).status, status)
    assert.ok(!JSON.stringify(scene.watcher.events).includes('m-after'))
  })
}

test('a key that expires gets no events from then on', async () => {
  const channelId = await service.channel('C-expiring', { owner: 'U-owner', subscribers: ['U-owner'] })
  const caller = await service.caller('U-owner', { expiresAt: service.clock.now + 1000 })
  const watcher = await watchChannel(service, caller, channelId)
  watchers.push(watcher)
  service.clock.now += 1000
  await service.receive([message(channelId, now + 2000, { id: 'm-after' })])
  assert.equal((await watcher.refused).status, 401)
  assert.deepEqual(watcher.events, [])
})

test('a person can have twenty event streams at once across all their keys, and another when one ends', async () => {
  const channelId = await service.channel('C-many', {
    owner: 'U-owner',
    members: ['U-other'],
    subscribers: ['U-owner', 'U-other'],
  })
  const caller = await service.caller('U-owner')
  const path = `/api/channels/${channelId}/events`
  const minted = (await caller.post('/api/keys', {})).body.key
  const keys = [caller.authorization ?? '', `Bearer ${minted}`]
  const leaving = new AbortController()
  const open = (authorization = '', signal = new AbortController().signal) =>
    fetch(service.url + path, { headers: { authorization }, signal })
  const more = Array.from({ length: 19 }, (_, index) => open(keys[index % 2]))
  const answers = await Promise.all([open(keys[0], leaving.signal), ...more])
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const refused = await caller.get(path)
  assertRefusal(refused, 429, 'Too many requests')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assertRefusal(await (await service.caller('U-owner')).get(path), 429, 'Too many requests')
  assert.equal(
    (await (await service.caller('U-other')).get(path)).status,
    200,
    'another person has twenty of their own',
  )
  const browser = openBrowser(service)
  await browser.request('POST', '/api/sign-ins', { headers: { authorization: keys[0] ?? '' } })
  assertRefusal(await browser.get(path), 429, 'Too many requests')
  leaving.abort()
  for (let status = 429; status !== 200; ) status = (await caller.get(path)).status
  for (const { body } of answers.slice(1)) await body?.cancel()
})

test('the response is one that proxies do not buffer, and HEAD returns at once', async () => {
  const channelId = await service.channel('C-head', { owner: 'U-owner', subscribers: ['U-owner'] })
  const caller = await service.caller('U-owner')
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await caller.request(method, `/api/channels/${channelId}/events`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/event-stream')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-accel-buffering'), 'no')
  }
})

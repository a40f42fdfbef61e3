import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startPushService } from '../../support/push/push-service.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const minute = 60_000
/** Seals the key of the service on both engines. */
const environment = { INNKEEPER_SECRET_KEY: 'a'.repeat(64) }

async function signedIn(service: TestService, userId: string, isOperator = false): Promise<Browser> {
  const caller = await service.caller(userId, { isOperator })
  const browser = openBrowser(service)
  const headers = { authorization: caller.authorization ?? '' }
  assert.equal((await browser.request('POST', '/api/sign-ins', { headers })).status, 201)
  return browser
}

async function say(service: TestService, channelId: string, text: string): Promise<void> {
  await service.receive([message(channelId, service.clock.now, { from: 'U-b', content: { type: 'text', text } })])
}

test('after a restart, what arrived meanwhile is notified once, with the same key of the service', async () => {
  const push = await startPushService()
  const first = await startTestService(environment, { push: push.options })
  const group = await first.channel('C1', { owner: 'U-a', members: ['U-b'], subscribers: ['U-a'] })
  const browser = await signedIn(first, 'U-a')
  await browser.post('/api/searches', { name: 'Keys', query: { q: 'keys' }, channelId: null })
  const target = push.subscribe('phone')
  assert.equal((await browser.put('/api/notifications', target.body)).status, 200)
  await say(first, group, 'keys')
  await push.until(1)
  await say(first, group, 'keys while no notification is due')
  await first.stop()

  const second = await startTestService(environment, {
    at: first.environment,
    push: push.options,
    now: first.clock.now + minute,
  })
  await push.until(2)
  await say(second, group, 'keys again')
  second.clock.now += minute
  await push.until(3)
  assert.deepEqual(
    push.pushed.map(({ notification }) => notification.kind === 'matches' && notification.searches[0]?.count),
    [1, 1, 1],
  )
  assert.equal(new Set(push.pushed.map(({ serverKey }) => serverKey)).size, 1)
})

test('someone else who signs in with the same browser takes its notifications over', async () => {
  const push = await startPushService()
  const service = await startTestService(environment, { push: push.options })
  const group = await service.channel('C1', { owner: 'U-a', members: ['U-b', 'U-c'], subscribers: ['U-a', 'U-c'] })
  const target = push.subscribe('shared')
  const browsers = []
  for (const userId of ['U-a', 'U-c']) {
    const browser = await signedIn(service, userId)
    await browser.post('/api/searches', { name: userId, query: { q: 'keys' }, channelId: null })
    assert.equal((await browser.put('/api/notifications', target.body)).status, 200)
    browsers.push(browser)
  }
  assert.equal((await browsers[0]?.get('/api/notifications'))?.body.isOn, false)
  await say(service, group, 'keys')
  const [{ notification } = { notification: undefined }] = await push.until(1)
  assert.deepEqual(notification?.kind === 'matches' && notification.searches.map(({ name }) => name), ['U-c'])
})

test('an operator is told once that the service needs attention, and no one else is', async () => {
  const push = await startPushService()
  const service = await startTestService(environment, { push: push.options })
  const group = await service.channel('C1', { owner: 'U-a', members: ['U-b'], subscribers: ['U-a'] })
  for (const [userId, isOperator] of [
    ['U-a', false],
    ['U-operator', true],
  ] as const) {
    const browser = await signedIn(service, userId, isOperator)
    await browser.post('/api/searches', { name: 'Keys', query: { q: 'keys' }, channelId: null })
    assert.equal((await browser.put('/api/notifications', push.subscribe(userId).body)).status, 200)
  }
  // There is no snapshot of this service yet.
  service.clock.now += 5 * minute
  const [first] = await push.until(1)
  assert.equal(first?.browser, 'U-operator')
  assert.deepEqual(first.notification.kind === 'findings' && first.notification.path, '/operator')
  for (let count = 1; count <= 2; count++) {
    service.clock.now += 5 * minute
    await say(service, group, 'keys')
    await push.until((all) => all.filter(({ browser }) => browser === 'U-a').length >= count)
  }
  const told = () =>
    push.pushed
      .filter(({ browser }) => browser === 'U-operator')
      .reduce((sum, { notification }) => sum + (notification.kind === 'findings' ? notification.count : 0), 0)
  // A finding that appeared within a minute of another one is due later. Each is counted once.
  while (told() < (await service.store.listServiceFindings()).length) {
    service.clock.now += 5 * minute
    await push.until(push.pushed.length + 1)
  }
  service.clock.now += 5 * minute
  await say(service, group, 'keys')
  await push.until(push.pushed.length + 1)
  assert.equal(told(), (await service.store.listServiceFindings()).length)
  const others = push.pushed.filter(({ browser }) => browser !== 'U-operator')
  assert.deepEqual([...new Set(others.map(({ notification }) => notification.kind))], ['matches'])
})

test('where no secret can be sealed, notifications are not offered, and nothing else fails', async () => {
  const push = await startPushService()
  const service = await startTestService({}, { push: push.options })
  const browser = await signedIn(service, 'U-a')
  const { status, body } = await browser.get('/api/notifications')
  assert.equal(status, 200)
  const isPostgres = service.config.databaseUrl !== null
  assert.equal(body.publicKey === null, isPostgres)
  const answer = await browser.put('/api/notifications', push.subscribe('phone').body)
  if (isPostgres) assert.match(answer.body.error, /INNKEEPER_SECRET_KEY is not set/)
  else assert.equal(answer.status, 200)
})

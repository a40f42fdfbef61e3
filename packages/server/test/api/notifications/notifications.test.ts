import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { type PushedBrowser, startPushService } from '../../support/push/push-service.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const minute = 60_000
/** Seals the key of the service on both engines. */
const environment = { INNKEEPER_SECRET_KEY: 'a'.repeat(64) }
const push = await startPushService()
const service = await startTestService(environment, { push: push.options })
let browsers = 0

/** A browser of this person that gets notifications. */
async function notified(userId: string, at: TestService = service): Promise<Browser & { pushed: PushedBrowser }> {
  const caller = await at.caller(userId)
  const browser = openBrowser(at)
  const headers = { authorization: caller.authorization ?? '' }
  assert.equal((await browser.request('POST', '/api/sign-ins', { headers })).status, 201)
  const pushed = push.subscribe(`${userId}-${++browsers}`)
  const answer = await browser.put('/api/notifications', pushed.body)
  assert.equal(answer.status, 200, answer.text)
  return { ...browser, pushed }
}

async function saveSearch(userId: string, q: string, channelId: string | null = null): Promise<void> {
  const answer = await (await service.caller(userId)).post('/api/searches', { name: q, query: { q }, channelId })
  assert.equal(answer.status, 201, answer.text)
}

async function say(channelId: string, from: string, ...texts: string[]): Promise<IncomingEvent[]> {
  const events = texts.map((text) => message(channelId, service.clock.now, { from, content: { type: 'text', text } }))
  await service.receive(events)
  return events
}

const sentTo = (browser: { pushed: PushedBrowser }) =>
  push.pushed.filter(({ browser: name }) => name === browser.pushed.name).map(({ notification }) => notification)

/**
 * Waits until something else that was said later has been notified, so what wasn't by then never will be. Twice, because the first
 * time others may still be notified at the same moment.
 */
async function untilLooked(): Promise<void> {
  await untilControl()
  await untilControl()
}

async function untilControl(): Promise<void> {
  const control = `U-control-${++browsers}`
  const group = await service.channel(`C-control-${browsers}`, {
    owner: control,
    members: ['U-speaker'],
    subscribers: [control],
  })
  await saveSearch(control, 'control')
  await notified(control)
  const before = push.pushed.length
  await say(group, 'U-speaker', 'control')
  await push.until((all) => all.slice(before).some(({ browser }) => browser.startsWith(`${control}-`)))
}

test('new messages that match a saved search are counted, and nothing of them is sent', async () => {
  const group = await service.channel('C1', { owner: 'U-a', members: ['U-b'], subscribers: ['U-a'] })
  await say(group, 'U-b', 'keys before anything was turned on')
  await saveSearch('U-a', 'keys boathouse')
  const browser = await notified('U-a')
  assert.equal((await browser.get('/api/notifications')).body.isOn, true)
  await say(group, 'U-b', 'Keys are in the boathouse', 'nothing', 'boathouse keys again', 'only keys')
  await push.until(1)
  assert.deepEqual(sentTo(browser), [
    { kind: 'matches', searches: [{ name: 'keys boathouse', count: 2, path: '/search?q=keys%20boathouse' }], more: 0 },
  ])
  const [{ audience, serverKey, bytes } = { audience: '', serverKey: '', bytes: 0 }] = push.pushed
  assert.equal(audience, push.origin)
  assert.equal(serverKey, (await browser.get('/api/notifications')).body.publicKey)
  assert.ok(bytes <= 4096)
})

test('at most one notification a minute: what arrives meanwhile is counted in the next one', async () => {
  const group = await service.channel('C2', { owner: 'U-c', members: ['U-b'], subscribers: ['U-c'] })
  await saveSearch('U-c', 'tea', group)
  await saveSearch('U-c', 'cake')
  const browser = await notified('U-c')
  const before = push.pushed.length
  await say(group, 'U-b', 'tea')
  await push.until(before + 1)
  await say(group, 'U-b', 'tea', 'tea and cake')
  await untilLooked()
  assert.equal(sentTo(browser).length, 1)
  service.clock.now += minute
  const now = push.pushed.length
  await push.until(now + 1)
  assert.deepEqual(sentTo(browser)[1], {
    kind: 'matches',
    searches: [
      { name: 'tea', count: 2, path: '/channels/C2/search?q=tea' },
      { name: 'cake', count: 1, path: '/search?q=cake' },
    ],
    more: 0,
  })
})

describe('no one is notified of', () => {
  test('their own messages, and those they cannot read', async () => {
    const open = { owner: 'U-x', members: ['U-d', 'U-b'], subscribers: ['U-d', 'U-x'] }
    const group = await service.channel('C3', open)
    const without = await service.channel('C3-without', { ...open, subscribers: ['U-x'] })
    const guest = await service.channel('C3-guest', {
      owner: 'U-x',
      guests: ['U-d'],
      members: ['U-b'],
      subscribers: ['U-x'],
    })
    await saveSearch('U-d', 'rope')
    const browser = await notified('U-d')
    await say(group, 'U-d', 'my rope')
    await say(without, 'U-b', 'rope')
    await say(guest, 'U-b', 'rope')
    await untilLooked()
    assert.deepEqual(sentTo(browser), [])
    // Control: the same search finds what they can read.
    const before = push.pushed.length
    await say(group, 'U-b', 'rope')
    await push.until(before + 1)
    assert.equal(sentTo(browser).length, 1)
  })

  test('what was unsent, or was said where they lost their access, before the notification was due', async () => {
    const group = await service.channel('C4', { owner: 'U-x', members: ['U-e', 'U-b'], subscribers: ['U-e', 'U-x'] })
    const other = await service.channel('C4-b', { owner: 'U-x', members: ['U-e', 'U-b'], subscribers: ['U-e', 'U-x'] })
    await saveSearch('U-e', 'anchor')
    const browser = await notified('U-e')
    const before = push.pushed.length
    await say(group, 'U-b', 'anchor')
    await push.until(before + 1)
    const [said] = await say(group, 'U-b', 'anchor')
    await say(other, 'U-b', 'anchor')
    const messageId = said && 'messageId' in said ? String(said.messageId) : ''
    const unsend = {
      kind: 'message-unsent',
      eventId: 'unsend-1',
      at: service.clock.now,
      channel: { channelId: group, type: 'group' },
      messageId,
    }
    await service.receive([unsend as IncomingEvent])
    const role = { kind: 'change-role', by: { kind: 'operator' }, at: service.clock.now } as const
    await service.store.write<'change-role'>({ ...role, channelId: other, userId: 'U-e', role: 'guest' })
    service.clock.now += minute
    await untilLooked()
    assert.equal(sentTo(browser).length, 1)
  })
})

test('signing out, turning off and being erased end notifications at once, and leave nothing', async () => {
  const group = await service.channel('C5', {
    owner: 'U-x',
    members: ['U-f', 'U-g', 'U-h', 'U-b'],
    subscribers: ['U-f', 'U-g', 'U-h'],
  })
  const all = []
  for (const userId of ['U-f', 'U-g', 'U-h']) {
    await saveSearch(userId, 'sail')
    all.push(await notified(userId))
  }
  const [out, off, erased] = all
  assert.equal((await out?.delete('/api/sign-ins/current'))?.status, 200)
  assert.equal((await off?.delete('/api/notifications'))?.status, 200)
  assert.equal((await off?.get('/api/notifications'))?.body.isOn, false)
  assert.equal((await erased?.post('/api/me/erasure', { confirm: 'Name of U-h' }))?.status, 200)
  await say(group, 'U-b', 'sail')
  await untilLooked()
  for (const browser of all) assert.deepEqual(sentTo(browser), [])
})

test('a browser that is gone is forgotten, and one whose push service fails is notified later of everything', async () => {
  const group = await service.channel('C6', { owner: 'U-i', members: ['U-b'], subscribers: ['U-i'] })
  await saveSearch('U-i', 'oar')
  const gone = await notified('U-i')
  const failing = await notified('U-i')
  push.answers.set(gone.pushed.name, 410).set(failing.pushed.name, 503)
  const before = push.attempts.length
  await say(group, 'U-b', 'oar')
  await push.untilAttempts(before + 2)
  await untilLooked()
  assert.equal((await gone.get('/api/notifications')).body.isOn, false)
  assert.equal((await failing.get('/api/notifications')).body.isOn, true)
  await say(group, 'U-b', 'oar')
  push.answers.clear()
  service.clock.now += minute
  await untilLooked()
  assert.deepEqual(sentTo(gone), [])
  assert.deepEqual(
    sentTo(failing).map((one) => one.kind === 'matches' && one.searches.map(({ count }) => count)),
    [[2]],
  )
})

test('what cannot be reached or decrypted is refused, and a key has no notifications', async () => {
  const browser = await notified('U-j')
  const { endpoint, p256dh, auth } = browser.pushed.body
  for (const [body, sentence] of [
    [{ endpoint: endpoint.replace('https', 'http'), p256dh, auth }, /^endpoint must be an HTTPS URL/],
    [{ endpoint: 'https://user@push.example/', p256dh, auth }, /^endpoint must be/],
    [{ endpoint: 'https://push.example:22/', p256dh, auth }, /^endpoint must be/],
    [{ endpoint, p256dh: Buffer.alloc(65, 4).toString('base64url'), auth }, /^p256dh must be/],
    [{ endpoint, p256dh, auth: 'short' }, /^auth must be/],
  ] as const) {
    const answer = await browser.put('/api/notifications', body)
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, sentence)
  }
  const key = await service.caller('U-j')
  const answer = await key.put('/api/notifications', browser.pushed.body)
  assert.match(answer.body.error, /^Only a browser that is signed in/)
  assert.equal((await key.get('/api/notifications')).body.isOn, false)
})

test('a test is sent at once, or says why it cannot be', async () => {
  const browser = await notified('U-k')
  assert.equal((await browser.post('/api/notifications/test')).status, 200)
  assert.deepEqual(sentTo(browser), [{ kind: 'test', path: '/account' }])
  push.answers.set(browser.pushed.name, 500)
  assert.match((await browser.post('/api/notifications/test')).body.error, /push\.example:\d+ rejected it: status 500$/)
  push.answers.set(browser.pushed.name, 404)
  assert.match((await browser.post('/api/notifications/test')).body.error, /no longer accepts notifications/)
  assert.match((await browser.post('/api/notifications/test')).body.error, /^Notifications are off/)
})

test('a person has a limited number of browsers, and a new one replaces the oldest', async () => {
  const all = []
  for (let count = 0; count < 11; count++) {
    all.push(await notified('U-l'))
    service.clock.now += 1
  }
  const states = []
  for (const browser of all) states.push((await browser.get('/api/notifications')).body.isOn)
  assert.deepEqual(states, [false, ...Array(10).fill(true)])
})

test('a browser with news does not wait behind those without any', async () => {
  const group = await service.channel('C7', { owner: 'U-m', members: ['U-b', 'U-n'], subscribers: ['U-m', 'U-n'] })
  await notified('U-m')
  await saveSearch('U-n', 'buoy')
  const browser = await notified('U-n')
  const later = service.clock.now + 60 * minute
  const listed = async () => (await service.store.listNotifiedBrowsers(later, 100)).map(({ userId }) => userId)
  await untilLooked()
  assert.deepEqual(
    (await listed()).filter((userId) => ['U-m', 'U-n'].includes(userId)),
    [],
  )
  push.answers.set(browser.pushed.name, 503)
  const before = push.attempts.length
  await say(group, 'U-b', 'buoy')
  await eventually(
    () => push.attempts.slice(before),
    (attempts) => attempts.includes(browser.pushed.name),
  )
  // The other one could be notified for longer, and has nothing to be notified of.
  await eventually(listed, (users) => users.includes('U-n') && !users.includes('U-m'))
  push.answers.clear()
})

test('what is back after a few hours is the same finding, and after a day a new one', async () => {
  const at = service.clock.now
  const note = (later: number) =>
    service.store.write<'note-findings'>({ kind: 'note-findings', at: at + later, findings: ['disk-low'] })
  const since = async () => (await service.store.listServiceFindings()).map((one) => one.since - at)
  await note(0)
  await note(300 * minute)
  assert.deepEqual(await since(), [0])
  await note(1440 * minute)
  assert.deepEqual(await since(), [1440 * minute])
})

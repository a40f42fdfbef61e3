import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { openConsole } from '../support/console.ts'
import { startPushService } from '../support/push/push-service.ts'
import { startTestService } from '../support/test-service.ts'

const push = await startPushService()
const service = await startTestService({ INNKEEPER_SECRET_KEY: 'a'.repeat(64) }, { push: push.options })
await service.channel('C1', { owner: 'U-owner', members: ['U-b'], subscribers: ['U-owner'] })
const browser = await openBrowser()
after(() => browser.close())

/** The browser's part of a subscription, which would need a push service on the internet. */
async function stubPush(context: BrowserContext, name: string): Promise<void> {
  const { body } = push.subscribe(name)
  await context.addInitScript({
    content: `{
      const { endpoint, ...keys } = ${JSON.stringify(body)}
      let isThere = false
      const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => !(isThere = false) }
      PushManager.prototype.getSubscription = async () => (isThere ? subscription : null)
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (applicationServerKey.length !== 87) throw new Error('Not a key')
        isThere = true
        return subscription
      }
    }`,
  })
}

const section = (page: Page) => page.getByRole('region', { name: 'Notifications on this device' })

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 860 }],
] as const) {
  test(`on ${device}, notifications are turned on, tested and turned off`, async () => {
    const { page } = await openConsole(browser, service, 'U-owner', '/account', {
      viewport,
      async prepare(context) {
        await context.grantPermissions(['notifications'])
        await stubPush(context, device.replace(' ', '-'))
      },
    })
    await section(page).getByRole('button', { name: 'Turn on' }).click()
    await section(page).getByText('On', { exact: true }).waitFor()
    const before = push.pushed.length
    await section(page).getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test sent.').waitFor()
    assert.deepEqual(
      push.pushed.slice(before).map(({ notification }) => notification.kind),
      ['test'],
    )
    await section(page).getByRole('button', { name: 'Turn off' }).click()
    await section(page).getByRole('button', { name: 'Turn on' }).waitFor()
    await page.context().close()
  })
}

for (const [who, script, sentence] of [
  [
    'someone who blocked notifications reads how to allow them',
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    'This browser blocks notifications from Innkeeper.',
  ],
  [
    'on an iPhone, people read that they have to install the app first',
    `delete window.PushManager
     Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' })`,
    'On iPhone and iPad, add Innkeeper to the Home Screen first',
  ],
] as const) {
  test(who, async () => {
    const { page } = await openConsole(browser, service, 'U-owner', '/account', {
      viewport: { width: 390, height: 844 },
      async prepare(context) {
        await context.addInitScript({ content: script })
      },
    })
    await section(page).getByText(sentence).waitFor()
    assert.equal(await section(page).getByRole('button').count(), 0)
    await page.context().close()
  })
}

test('the worker shows what the service sends', async () => {
  const { page } = await openConsole(browser, service, 'U-owner', '/account', {
    prepare: (context) => context.grantPermissions(['notifications']),
  })
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) resolve(active.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  const data = JSON.stringify({
    kind: 'matches',
    searches: [{ name: 'Keys', count: 2, path: '/search?q=keys' }],
    more: 0,
  })
  await session.send('ServiceWorker.deliverPushMessage', { origin: service.url, registrationId, data })
  const shown = `navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
    all.map(({ title, body, data }) => [title, body, data.path]))`
  let notices = await page.evaluate<unknown[]>(shown)
  while (notices.length === 0) {
    await page.waitForTimeout(50)
    notices = await page.evaluate<unknown[]>(shown)
  }
  assert.deepEqual(notices, [['“Keys”', '2 new messages', '/search?q=keys']])
  await page.context().close()
})

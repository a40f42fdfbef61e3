import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, type PageOptions, type WatchedPage } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { until } from '../../support/eventually.ts'
import { stubPush, watchWorker } from '../../support/push/push-in-browser.ts'
import { startPushService } from '../../support/push/push-service.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const push = await startPushService()
const service = await startTestService({ INNKEEPER_SECRET_KEY: 'a'.repeat(64) }, { push: push.options })
await service.channel('C1', { owner: 'U-owner', members: ['U-b'], subscribers: ['U-owner'] })
const browser = await openBrowser()
after(() => browser.close())

const ownPage = { headers: { 'sec-fetch-site': 'same-origin' } }
const devices = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } } as const

async function openAccount(options: PageOptions & { isOperator?: boolean } = {}) {
  const viewport = devices.phone
  const watched = await openConsole(browser, service, 'U-owner', '/account', {
    viewport,
    serviceWorkers: 'allow',
    ...options,
  })
  return { ...watched, section: sectionOf(watched) }
}

function sectionOf({ page }: WatchedPage) {
  return page.getByRole('region', { name: 'Notifications on this device' })
}

for (const [device, viewport] of Object.entries(devices)) {
  test(`on a ${device}, notifications are turned on, arrive, open what they are about, and are turned off`, async () => {
    const name = `a-${device}`
    const watched = await openAccount({ viewport, prepare: (context) => stubPush(context, push.subscribe(name)) })
    const { page, section } = watched
    await section.getByRole('button', { name: 'Turn on' }).click()
    await section.getByText('On', { exact: true }).waitFor()
    const worker = await watchWorker(page)
    await assertAccessible(page, [], 'notifications are on')
    const sent = () => push.pushed.filter(({ browser }) => browser === name)

    await section.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test sent.').waitFor()
    const [test] = sent()
    const { title, lang, data } = await worker.deliver(JSON.stringify(test?.notification))
    assert.deepEqual([title, lang, data.path], ['Notifications are on', 'en', '/account'])

    const search = { name: `Keys on a ${device}`, query: { q: `keys ${device}` }, channelId: null }
    assert.equal((await (await service.caller('U-owner')).post('/api/searches', search)).status, 201)
    const text = `The keys are where the ${device} is`
    await service.receive([message('C1', service.clock.now, { from: 'U-b', content: { type: 'text', text } })])
    await push.until((pushed) => pushed.some((one) => one.browser === name && one.notification.kind === 'matches'))
    const notice = await worker.deliver(JSON.stringify(sent().at(-1)?.notification))
    assert.deepEqual([notice.title, notice.body], [`“Keys on a ${device}”`, '1 new message'])
    await page.goto(await worker.click(notice))
    await page.getByRole('status').getByText('1 result').waitFor({ state: 'attached' })
    await page.locator('mark', { hasText: device }).first().waitFor()

    await page.goto(`${service.url}/account`)
    await section.getByRole('button', { name: 'Turn off' }).click()
    await section.getByRole('button', { name: 'Turn on' }).waitFor()
    assertClean(watched)
    await page.context().close()
    // The next device must not wait until another notification is due.
    service.clock.now += 60_000
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
  [
    'in a browser without push, people read that it has none',
    'delete window.PushManager',
    'This browser doesn’t support notifications.',
  ],
] as const) {
  test(who, async () => {
    const { page, section } = await openAccount({
      serviceWorkers: 'block',
      async prepare(context) {
        await context.addInitScript({ content: script })
      },
    })
    await section.getByText(sentence).waitFor()
    assert.equal(await section.getByRole('button').count(), 0)
    await assertAccessible(page, [], sentence)
    await page.context().close()
  })
}

test('where the service worker never starts, turning on ends with a sentence, and can be tried again', async () => {
  const target = push.subscribe('without-worker')
  const { page, section } = await openAccount({
    serviceWorkers: 'block',
    async prepare(context) {
      await context.clock.install()
      await stubPush(context, target)
    },
  })
  const turnOn = section.getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  await section.locator('button[data-loading]').waitFor()
  await page.clock.fastForward(20_000)
  await page.getByText('This browser isn’t ready for notifications yet.').waitFor()
  assert.equal(await turnOn.isEnabled(), true)
  await page.context().close()
})

test('where the push service never answers the browser, turning on ends with a sentence', async () => {
  const { page, section } = await openAccount({
    async prepare(context) {
      await context.clock.install()
      await stubPush(context, push.subscribe('without-answer'), { isSilent: true })
    },
  })
  await watchWorker(page)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.locator('button[data-loading]').waitFor()
  await page.clock.fastForward(30_000)
  await page.getByText('The browser couldn’t reach its push service.').waitFor()
  await assertAccessible(page, [], 'the failure')
  await page.context().close()
})

test('notifications follow a browser whose push service gives it another address', async () => {
  const [old, other] = [push.subscribe('old-address'), push.subscribe('other-address')]
  const { page, section } = await openAccount({ prepare: (context) => stubPush(context, old) })
  const worker = await watchWorker(page)
  const sendTest = async () => await page.context().request.post(`${service.url}/api/notifications/test`, ownPage)
  // Without having been turned on, they aren't turned on by this.
  await worker.moveTo(other)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('On', { exact: true }).waitFor()
  assert.equal((await sendTest()).status(), 200)
  assert.equal(push.pushed.at(-1)?.browser, old.name)
  await worker.moveTo(other)
  await until(
    async () => (await sendTest()).ok() && push.pushed.at(-1)?.browser === other.name,
    'it is reached there',
    {
      everyMs: 200,
    },
  )
  await page.context().close()
})

test('of several accounts in a browser one is notified, the page says which, and turning on moves them', async () => {
  const [first, other] = [push.subscribe('of-accounts'), push.subscribe('of-accounts-later')]
  const { page, section } = await openAccount({ prepare: (context) => stubPush(context, first) })
  const { authorization = '' } = await service.caller('U-b')
  const added = await page
    .context()
    .request.post(`${service.url}/api/sign-ins?add=true`, { headers: { authorization } })
  assert.equal(added.status(), 201)
  await page.reload()
  const show = (name: string) => page.getByRole('button', { name: `Show the account ${name}` }).click()
  await section.getByText('Only one account in this browser can get notifications.').waitFor()
  assert.equal(await section.getByText('At the moment').count(), 0, 'none is notified')

  await show('Name of U-b')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('On', { exact: true }).waitFor()
  assert.equal(await section.getByText('At the moment').count(), 0, 'it is the one that is shown')
  await show('Name of U-owner')
  await section.getByText(/^.*At the moment it’s Name of U-b/).waitFor()
  const sendTest = async (userId: string) => {
    const headers = { ...ownPage.headers, 'innkeeper-account': userId }
    return (await page.context().request.post(`${service.url}/api/notifications/test`, { headers })).status()
  }
  // A new address is that of the account that is notified, which isn't the first one of the browser.
  const worker = await watchWorker(page)
  await worker.moveTo(other)
  const isReached = async () => (await sendTest('U-b')) === 200 && push.pushed.at(-1)?.browser === other.name
  await until(isReached, 'it is reached there', { everyMs: 200 })
  assert.equal(await sendTest('U-owner'), 400)

  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('On', { exact: true }).waitFor()
  await until(async () => (await sendTest('U-b')) === 400, 'the other one is not notified any more', { everyMs: 200 })
  assert.equal(await sendTest('U-owner'), 200)
  await page.context().close()
})

test('the worker shows something for every message, also for one of a later version or one it cannot read', async () => {
  const { page } = await openAccount({ locale: 'ja' })
  const worker = await watchWorker(page)
  for (const [sent, title] of [
    [JSON.stringify({ kind: 'findings', count: 2, path: '/operator' }), 'サービスに確認が必要です'],
    [JSON.stringify({ kind: 'of a later version' }), 'Innkeeper'],
    ['not JSON', 'Innkeeper'],
    ['', 'Innkeeper'],
  ] as const) {
    assert.equal((await worker.deliver(sent)).title, title, sent)
  }
  assert.equal(await worker.click({ data: { path: 'https://other.example/' } }), `${service.url}/`)
  await page.context().close()
})

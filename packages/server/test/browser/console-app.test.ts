import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { signIn, untilTrueIn } from '../support/console.ts'
import { until } from '../support/eventually.ts'
import { startChangingProxy } from '../support/http/changing-proxy.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible } from './accessible.ts'

const service = await startTestService()
await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const browser = await openBrowser()
after(() => browser.close())

const phone = { viewport: { width: 390, height: 844 }, isMobile: true }
const devices = [
  ['phone', phone],
  ['desktop', { viewport: { width: 1280, height: 860 } }],
] as const

type Options = { path?: string; locale?: string; device?: BrowserContextOptions }

/** `locale`: the language of the browser. */
async function openApp(url: string, { path = '/', locale = 'en-GB', device = phone }: Options = {}) {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce', ...device })
  await signIn(context, { url, caller: service.caller }, 'U-owner')
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(url + path)
  await page.locator('main').waitFor()
  // The page was there before the worker, which takes it over.
  await untilTrueIn(page, 'navigator.serviceWorker.controller !== null')
  return { context, page }
}

/** URLs of everything that the worker keeps. */
async function keptBy(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)
}

function isShownSoon(target: Locator): Promise<boolean> {
  return target.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
}

/** As the page does now and then. What can't be loaded now is loaded the next time. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then((found) => found.update()).catch(() => {}).then(() => {})')
}

for (const [name, device] of inTurn(import.meta.url, devices)) {
  test(`a ${name} can install the console`, async () => {
    const { context, page } = await openApp(service.url, { device })
    const session = await context.newCDPSession(page)
    const { errors, url } = await session.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    assert.match(url, /\/manifest\.webmanifest\?language=en$/)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A test's browser has no profile.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    )
    await context.close()
  })
}

for (const [name, device] of inTurn(import.meta.url, devices)) {
  test(`without a connection, a ${name} shows a page that says so, in the language of the reader`, async () => {
    for (const [locale, title, retry] of [
      ['en-GB', 'You’re offline', 'Try again'],
      ['ja', 'オフラインです', '再試行'],
    ] as const) {
      const { context, page } = await openApp(service.url, { locale, device })
      await context.setOffline(true)
      await page.goto(`${service.url}/channels/C1`)
      await page.getByRole('heading', { name: title }).waitFor()
      await assertAccessible(page, [], 'the offline page')
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
      await context.setOffline(false)
      await page.getByRole('link', { name: retry }).click()
      await page.locator('header').first().waitFor()
      assert.match(page.url(), /\/channels\/C1$/)
      await context.close()
    }
  })
}

test('the worker keeps program files, and nothing that anyone wrote or sent, also after signing out', async () => {
  const { context, page } = await openApp(service.url)
  await page.goto(`${service.url}/channels/C1`)
  await page.locator('header').first().waitFor()
  await page.goto(service.url)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const kept = await keptBy(page)
  assert.ok(kept.length > 10)
  assert.deepEqual(
    kept.filter((path) => !/^\/assets\/[\w.-]+\.(js|css|svg|png)$/.test(path)),
    [],
  )
  await context.close()
})

for (const [name, device] of inTurn(import.meta.url, devices)) {
  test(`on a ${name}, a new version says so once, is used at the next start, and leaves nothing of the old one`, async () => {
    const proxy = await startChangingProxy(service.url)
    const { context, page } = await openApp(proxy.url, { device })
    const version = (await page.locator('meta[name=version]').getAttribute('content')) ?? ''
    assert.match(version, /^[0-9a-f]{16}$/)
    const note = page.getByText('A new version is ready')
    // The same version again is no news.
    await lookForUpdate(page)
    assert.equal(await note.count(), 0)
    proxy.replace(version, '0123456789abcdef')
    // If one of the new files can't be loaded, the next look tries again.
    const hasNote = async () => {
      await lookForUpdate(page)
      return await isShownSoon(note)
    }
    await until(hasNote, 'the new version is noticed')
    await assertAccessible(page, [], 'the note')
    assert.deepEqual(await page.evaluate('caches.keys()'), ['innkeeper 0123456789abcdef'])
    await page.getByRole('button', { name: 'Use it now' }).click()
    await page.locator('meta[name=version][content="0123456789abcdef"]').waitFor({ state: 'attached' })
    await page.locator('main').waitFor()
    assert.equal(await note.count(), 0)
    await context.close()
  })
}

test('if another program answers at this address, the worker gets out of its way', async () => {
  const proxy = await startChangingProxy(service.url)
  const { context, page } = await openApp(proxy.url)
  proxy.supplant()
  await page.goto(proxy.url)
  await page.getByRole('heading', { name: 'Another program' }).waitFor()
  await untilTrueIn(page, 'navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)')
  assert.deepEqual(await keptBy(page), [])
  await context.close()
})

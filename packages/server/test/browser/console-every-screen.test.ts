import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible, findBarriers, looks, wear } from './accessible.ts'
import { comeToRest, watchRequests } from './at-rest.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { fillScreens, goTo, type Screen, screens, screensOnceConnected } from './console-screens.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const line = await startSimulator({ rateLimits: null, clock: () => now, botName: 'Inn bot' })
after(() => line.stop())
const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
const service = await startTestService(addresses, { now })
const browser = await openBrowser()
after(() => browser.close())
before(() => fillScreens(service))

/** Letters that every screen has in this language. */
const languages = { 'en-GB': /[a-z]/, 'ja-JP': /[ぁ-んァ-ン]/, 'zh-TW': /[一-鿿]/, 'th-TH': /[ก-๛]/ }
type Locale = keyof typeof languages
const pages = new Map<Locale, Page>()
/** That no text is missing in another language is tested without a browser. Whether its texts fit is tested in turn. */
const locales: Locale[] = ['en-GB', ...inTurn(import.meta.url, ['ja-JP', 'zh-TW', 'th-TH'])]

const groups = Object.entries(Object.groupBy(screens, ({ userId }) => userId || 'nobody'))
for (const locale of locales) {
  for (const [person, group = []] of groups) {
    test(`every screen of ${person} can be read and used by everyone, on a desktop and on a phone: ${locale}`, async () => {
      assert.deepEqual(await findProblems(group, locale), [])
    })
  }
}

for (const locale of locales) {
  test(`so can the steps of the setup once a platform is connected: ${locale}`, async () => {
    await connect()
    assert.deepEqual(await findProblems(screensOnceConnected, locale), [])
  })
}

test('control: a button without a name is detected, and text without enough contrast', async () => {
  const { page } = await openPage(browser, `${service.url}/sign-in`)
  const body = '<html><body><button></button><p style="color: #777; background: #666">Words</p></body></html>'
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.url}/bare`)
  // The second time, axe is already on the page, as on most screens.
  for (let time = 0; time < 2; time++) {
    await assert.rejects(assertAccessible(page), /button-name/)
    await assert.rejects(assertAccessible(page, ['color-contrast', 'link-in-text-block']), /color-contrast/)
  }
})

test('control: texts that are cut off, too wide or beyond the page are found, and those that scroll or end in an ellipsis are not', async () => {
  const { page } = await openPage(browser, `${service.url}/sign-in`)
  const box = 'width: 60px; white-space: nowrap;'
  await page.setContent(`<body>
    <div style="${box} overflow: hidden"><span>Cut off in a box</span></div>
    <p style="${box}">Too wide for its paragraph</p>
    <p style="margin-left: 1200px; white-space: nowrap; width: max-content">Beyond the edge of this page</p>
    <button style="${box} overflow: hidden; text-overflow: ellipsis">A button with an ellipsis</button>
    <input style="width: 60px" placeholder="Placeholder without room">
    <div style="${box} overflow: auto"><span>Scrolls sideways</span></div>
    <div style="${box} overflow: hidden; text-overflow: ellipsis">A long name of someone</div>
    <p>Enough room</p>
  </body>`)
  const found = await findClippedTexts(page)
  assert.deepEqual(
    found.map((line) => line.replace(/” in .*/, '”')),
    [
      'cut off: “Cut off in a box”',
      'too wide: “Too wide for its paragraph”',
      'beyond the page: “Beyond the edge of this page”',
      'cut off: “A button with an ellipsis”',
      'cut off: “Placeholder without room”',
    ],
  )
})

/** Opens each screen in both looks. One look after the other, because changing it redraws everything, which costs more. */
async function findProblems(group: readonly Screen[], locale: Locale): Promise<string[]> {
  const page = await pageIn(locale)
  const found: string[] = []
  for (const look of looks) {
    for (const [index, screen] of group.entries()) {
      await goTo(page, service, screen)
      if (index === 0) await wear(page, look)
      if (locale === 'en-GB') await screen.isThere(page)
      await screen.open?.(page)
      await finishLoading(page)
      const problems = await findOnScreen(page, locale, { isAxeWanted: isAxeWanted(screen, locale) })
      for (const problem of problems) found.push(`${screen.name}, ${look.size.width} px: ${problem}`)
    }
  }
  return found
}

async function pageIn(locale: Locale): Promise<Page> {
  const known = pages.get(locale)
  if (known) return known
  const { page } = await openPage(browser, `${service.url}/sign-in`, {
    locale,
    prepare: async (context) => watchRequests(context),
  })
  pages.set(locale, page)
  return page
}

/**
 * Languages change the texts of a screen and neither its elements nor its colours, so one language is enough. The screens of an
 * operator and of people who aren't signed in are checked in all, because a new installation is set up there.
 */
function isAxeWanted({ userId }: Screen, locale: Locale): boolean {
  return locale === 'en-GB' || userId === '' || userId === 'U-operator'
}

/** Skeletons that don't move look like rest. */
async function finishLoading(page: Page): Promise<void> {
  await comeToRest(page)
  const loading = page.locator('[aria-busy=true]')
  while ((await loading.count()) > 0) {
    await loading.first().waitFor({ state: 'detached' })
    await comeToRest(page)
  }
}

async function findOnScreen(page: Page, locale: Locale, { isAxeWanted }: { isAxeWanted: boolean }): Promise<string[]> {
  const found = await findClippedTexts(page)
  const text = await page.getByRole('main').innerText()
  if (!languages[locale].test(text)) found.push(`not in its language: ${text.slice(0, 60)}`)
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  if (excess > 0) found.push(`${excess} px wider than the window`)
  if (isAxeWanted) found.push(...(await findBarriers(page)).map((barrier) => JSON.stringify(barrier)))
  return found
}

async function connect(): Promise<void> {
  const operator = await service.caller('U-operator', { isOperator: true })
  const changes = [
    { name: 'lineChannelId', value: line.channelId },
    { name: 'lineChannelSecret', value: line.channelSecret },
  ]
  const { body } = await operator.put('/api/operator/platforms/line', { changes })
  assert.equal(body.isConnected, true)
}

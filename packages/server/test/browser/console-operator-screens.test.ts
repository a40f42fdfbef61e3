import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible } from './accessible.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { fillScreens, screens, screensOnceConnected } from './console-screens.ts'
import { findProblems, localesOfToday, reload } from './every-screen.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const line = await startSimulator({ rateLimits: null, clock: () => now, botName: 'Inn bot' })
after(() => line.stop())
const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
const service = await startTestService(addresses, { now })
const browser = await openBrowser()
after(() => browser.close())
before(() => fillScreens(service))

const own = screens.filter(({ userId }) => userId === '' || userId === 'U-operator')
const groups = Object.entries(Object.groupBy(own, ({ userId }) => userId || 'nobody'))
const locales = localesOfToday(import.meta.url)
for (const locale of locales) {
  for (const [person, group = []] of groups) {
    test(`every screen of ${person} can be read and used by everyone, on a desktop and on a phone: ${locale}`, async () => {
      assert.deepEqual(await findProblems({ browser, service }, group, locale), [])
    })
  }
}

for (const locale of locales) {
  test(`so can the steps of the setup once a platform is connected: ${locale}`, async () => {
    await connect()
    await reload({ browser, service }, locale)
    assert.deepEqual(await findProblems({ browser, service }, screensOnceConnected, locale), [])
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

async function connect(): Promise<void> {
  const operator = await service.caller('U-operator', { isOperator: true })
  const changes = [
    { name: 'lineChannelId', value: line.channelId },
    { name: 'lineChannelSecret', value: line.channelSecret },
  ]
  const { body } = await operator.put('/api/operator/platforms/line', { changes })
  assert.equal(body.isConnected, true)
}

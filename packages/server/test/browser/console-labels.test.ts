import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
import { comeToRest, watchRequests } from './at-rest.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { fillScreens, goTo, screens } from './console-screens.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())
before(() => fillScreens(service))

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]

for (const locale of ['en-GB', 'ja-JP', 'zh-TW', 'th-TH']) {
  test(`no text is cut off on any screen, on a desktop and on a phone: ${locale}`, async () => {
    const { page } = await openPage(browser, `${service.url}/sign-in`, {
      locale,
      reducedMotion: 'reduce',
      prepare: async (context) => watchRequests(context),
    })
    const found: string[] = []
    for (const [index, screen] of screens.entries()) {
      await goTo(page, service, screen)
      // Every second screen starts with the size that the previous one ended with, because a change redraws everything.
      for (const size of index % 2 === 0 ? sizes : sizes.toReversed()) {
        await page.setViewportSize(size)
        await comeToRest(page)
        // Skeletons that don't move look like rest.
        const loading = page.locator('[aria-busy=true]')
        while ((await loading.count()) > 0) {
          await loading.first().waitFor({ state: 'detached' })
          await comeToRest(page)
        }
        for (const text of await findClippedTexts(page)) found.push(`${screen.name}, ${size.width} px: ${text}`)
      }
    }
    await page.context().close()
    assert.deepEqual(found, [])
  })
}

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

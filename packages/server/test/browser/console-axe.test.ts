import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible, looks, wear } from './accessible.ts'
import { comeToRest, watchRequests } from './at-rest.ts'
import { fillScreens, goTo, screens } from './console-screens.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())
let page: Page

before(async () => {
  await fillScreens(service)
  const opened = await openPage(browser, `${service.url}/sign-in`, {
    prepare: async (context) => watchRequests(context),
  })
  page = opened.page
})

for (const [index, screen] of screens.entries()) {
  test(`has no serious accessibility problem: ${screen.name}`, async () => {
    await goTo(page, service, screen)
    // Every second screen starts with the look that the previous one ended with, because a change redraws everything.
    for (const look of index % 2 === 0 ? looks : looks.toReversed()) {
      await wear(page, look)
      await screen.isThere(page)
      await comeToRest(page)
      await assertAccessible(page)
    }
  })
}

test('control: a button without a name is detected, and text without enough contrast', async () => {
  const body = '<html><body><button></button><p style="color: #777; background: #666">Words</p></body></html>'
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.url}/bare`)
  // The second time, axe is already on the page, as on most screens.
  for (let time = 0; time < 2; time++) {
    await assert.rejects(assertAccessible(page), /button-name/)
    await assert.rejects(assertAccessible(page, colourRules), /color-contrast/)
  }
})

const colourRules = ['color-contrast', 'link-in-text-block']

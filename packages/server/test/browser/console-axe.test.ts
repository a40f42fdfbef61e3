import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
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

/** The theme decides the colours and the width decides what is shown. These two cover both of each. */
const looks = [
  { colorScheme: 'light', size: { width: 1280, height: 860 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const

for (const [index, screen] of screens.entries()) {
  test(`has no serious accessibility problem: ${screen.name}`, async () => {
    await goTo(page, service, screen)
    // Every second screen starts with the look that the previous one ended with, because a change redraws everything.
    for (const { colorScheme, size } of index % 2 === 0 ? looks : looks.toReversed()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      await screen.isThere(page)
      await comeToRest(page)
      await assertAccessible()
    }
  })
}

test('control: a button without a name is detected, and text without enough contrast', async () => {
  const body = '<html><body><button></button><p style="color: #777; background: #666">Words</p></body></html>'
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.url}/bare`)
  // The second time, axe is already on the page, as on most screens.
  for (let time = 0; time < 2; time++) {
    await assert.rejects(assertAccessible(), /button-name/)
    await assert.rejects(assertAccessible(colourRules), /color-contrast/)
  }
})

const colourRules = ['color-contrast', 'link-in-text-block']

/** Runs instead of loading axe again if it is on the page. Turns off rules that are never serious, which don't count. */
const withoutMinorRules = `for (const rule of axe._audit.rules) {
  if (rule.impact === 'minor' || rule.impact === 'moderate') rule.enabled = false
}`

async function assertAccessible(rules: string[] = []): Promise<void> {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  // Pages without foreign frames can be checked in one run, and our style sheets don't need to be fetched again.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: withoutMinorRules }) })
    .setLegacyMode()
    .options({ preload: false, iframes: false, resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
  const worst = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    worst.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`) })),
    [],
  )
}

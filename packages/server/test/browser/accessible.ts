import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { comeToRest } from './at-rest.ts'

/** Runs instead of loading axe again if it is on the page. Turns off rules that are never serious, which don't count. */
const withoutMinorRules = `for (const rule of axe._audit.rules) {
  if (rule.impact === 'minor' || rule.impact === 'moderate') rule.enabled = false
}`

/** The theme decides the colours and the width decides what is shown. These two cover both of each. */
export const looks = [
  { colorScheme: 'light', size: { width: 1280, height: 860 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const

export async function wear(page: Page, { colorScheme, size }: (typeof looks)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
}

/** No serious or critical violations. `rules`: only these; by default all. `what` is shown if there are any. */
export async function assertAccessible(page: Page, rules: string[] = [], what?: string): Promise<void> {
  assert.deepEqual(await findBarriers(page, rules), [], what)
}

/** Everyone can use what the page shows now, on a desktop and on a phone. Ends on a desktop. */
export async function assertUsable(page: Page): Promise<void> {
  for (const look of looks.toReversed()) {
    await wear(page, look)
    // Colors may still be changing. What is really wrong stays wrong.
    await eventually(
      () => findBarriers(page),
      (found) => found.length === 0,
      { mostMs: 10_000, everyMs: 200 },
    )
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.ok(excess <= 0, `${excess} px wider than the window of ${look.size.width} px`)
  }
}

/** No violations once nothing moves any more. The context of the page needs `watchRequests`. */
export async function assertAccessibleAtRest(page: Page, what: string): Promise<void> {
  await comeToRest(page)
  await assertAccessible(page, [], what)
}

/** Serious and critical violations. */
export async function findBarriers(page: Page, rules: string[] = []): Promise<{ id: string; nodes: string[] }[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  // Pages without foreign frames can be checked in one run, and our style sheets don't need to be fetched again.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: withoutMinorRules }) })
    .setLegacyMode()
    .options({ preload: false, iframes: false, resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
  const worst = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return worst.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  }))
}

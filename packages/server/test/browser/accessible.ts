import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { comeToRest } from './at-rest.ts'

/**
 * What the page shows now has no serious or critical violations. Its context needs `watchRequests`. `what` is shown if there are
 * any.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await comeToRest(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ preload: false, iframes: false, resultTypes: ['violations'] })
    .analyze()
  const worst = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    worst.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
    what,
  )
}

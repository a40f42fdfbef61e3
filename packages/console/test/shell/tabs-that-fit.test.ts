import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tabsThatFit } from '../../src/shell/use-tabs-that-fit.ts'

it('as many tabs are shown as fit, with a button for the rest', () => {
  const widths = [100, 80, 60]
  const fit = (available: number) => tabsThatFit(widths, 50, 4, available)
  assert.equal(fit(248), 3)
  assert.equal(fit(247), 2)
  assert.equal(fit(238), 2)
  assert.equal(fit(237), 1)
  assert.equal(fit(154), 1)
  assert.equal(fit(153), 0)
})

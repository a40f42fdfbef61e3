import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { newFolder, serve } from '../support/process/process.ts'

const browser = await openBrowser()
after(() => browser.close())

test('from the first start to a message that appears and disappears on both sides, and a rule with a new answer', async () => {
  const service = await serve(newFolder(), { command: 'start' })
  const { stdout } = service.printed()
  const [, besideLink = ''] = /Side by side +(http:\S+)\n/.exec(stdout) ?? []
  const [, consoleLink = ''] = /Sign in +(http:\S+)\n/.exec(stdout) ?? []

  const { page, dialogs, problems } = await openPage(browser, besideLink, { viewport: { width: 1500, height: 900 } })
  const chat = page.frameLocator('#chat')
  const backup = page.frameLocator('#backup')
  await backup.getByRole('button', { name: 'Sign in' }).click()
  await backup.getByText('Every day except Monday').waitFor()
  assert.doesNotMatch(page.url(), /#./, 'the code is gone from the address')

  const input = chat.getByRole('textbox', { name: 'Message', exact: true })
  await input.fill('Typed on the left')
  await input.press('Enter')
  await backup.getByText('Typed on the left', { exact: true }).waitFor()

  const bubble = chat.locator('.bubble', { hasText: 'Typed on the left' })
  await bubble.hover()
  await chat.getByRole('button', { name: 'Unsend' }).last().click()
  await backup.getByText('Typed on the left', { exact: true }).waitFor({ state: 'detached' })
  await backup.getByText('Message deleted').last().waitFor()
  assert.equal(await backup.getByText('Typed on the left').count(), 0, 'not even for screen readers')

  // Opening the link doesn't use it up. Clicking the button does.
  const second = await openPage(browser, consoleLink)
  await second.page.getByRole('button', { name: 'Sign in' }).waitFor()
  // Pasted into a tab that already shows the page.
  const first = await openPage(browser, new URL('/sign-in', consoleLink).href)
  await first.page.getByLabel('API key').waitFor()
  await first.page.goto(consoleLink)
  await first.page.getByRole('heading', { name: 'Your sign-in link' }).waitFor()
  await first.page.getByRole('button', { name: 'Sign in' }).click()
  // She has a group on each platform.
  await first.page.getByRole('heading', { name: 'Channels' }).waitFor()
  assert.doesNotMatch(first.page.url(), /#/)
  await second.page.getByRole('button', { name: 'Sign in' }).click()
  await second.page.getByText('This link no longer works').waitFor()
  await second.page.context().close()

  await changeAnswer(first.page)
  await input.fill('What are your opening hours?')
  await input.press('Enter')
  await chat.getByText('Open day and night from now on.', { exact: true }).waitFor()

  assert.deepEqual([dialogs, problems, first.dialogs, first.foreign, first.problems], [[], [], [], [], []])
  assert.equal((await service.stop()).code, 0)
})

/** The owner edits a rule, tries it on past messages before it is saved, saves it, and tests it. */
async function changeAnswer(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Harbour Walkers/ }).click()
  await page.getByRole('link', { name: 'Assistant', exact: true }).click()
  await page.getByRole('link', { name: 'When are you open?' }).click()
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Open day and night from now on.')
  await page.getByRole('button', { name: 'Try on past messages' }).click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText(/This rule would have replied to .* of .* messages/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rule saved').waitFor()
  await page.getByRole('button', { name: 'Test a message' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Your opening hours, please?')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('status').getByText('Open day and night from now on.').waitFor()
}

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, openPage } from '../../../../../scripts/browser.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { assertUsable } from '../accessible.ts'

const browser = await openBrowser()
after(() => browser.close())

const passphrase = 'seven paper boats at dawn'

test('from the setup link to the steps that follow, and back in with the passphrase and a recovery code', async () => {
  const dataDir = newFolder()
  const service = await serve(dataDir)
  const link = /Setup link +(\S+)/.exec(service.printed().stdout)?.[1] ?? ''
  const opened = await openPage(browser, link)
  const { page } = opened
  await page.getByLabel('Name').fill('Hana')
  await page.getByLabel('Passphrase', { exact: true }).fill('short')
  await page.getByLabel('Repeat the passphrase').fill('other')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter at least 12 characters.').waitFor()
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('The two passphrases are different.').waitFor()
  await page.getByLabel('Repeat the passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  assert.equal(await page.getByText('Create the account of').count(), 0, 'that is done')
  const codes = await page.locator('code').allTextContents()
  assert.equal(codes.length, 8)
  await assertUsable(page)
  assert.doesNotMatch(page.url(), /#./, 'the code is gone from the address')
  assert.ok(await page.getByRole('button', { name: 'Continue' }).isDisabled())
  await page.getByLabel('I’ve stored the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Set up the service' }).waitFor()

  // Nothing is broken, but nothing can arrive yet either.
  await page.goto(`${service.url}/operator`)
  await page.getByText('No platform is connected').waitFor()
  assert.equal(await page.getByText('No problems').count(), 0)

  // Someone else who has the link is sent to the sign-in page.
  const late = await openPage(browser, link)
  await late.page.getByText('This service has an operator account already.').waitFor()
  await late.page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  // No platform is connected yet, so the operator's form comes first.
  await late.page.getByLabel('Name').fill('Hana')
  await late.page.getByLabel('Passphrase', { exact: true }).fill('wrong words altogether')
  const form = late.page.locator('form', { hasText: 'Operator account' })
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await late.page.getByText('The name or the passphrase is wrong.').waitFor()
  await late.page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await late.page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await late.page.getByRole('heading', { name: 'Set up the service first' }).waitFor()

  // A new passphrase signs the other browser out, and new codes replace the old ones.
  await late.page.goto(`${service.url}/account`)
  await late.page.getByText('7 recovery codes are left.').waitFor()
  await late.page.getByRole('button', { name: 'Change passphrase' }).click()
  const dialog = late.page.getByRole('dialog')
  await dialog.getByLabel('Current passphrase').fill('wrong words altogether')
  await dialog.getByLabel('New passphrase').fill('eleven quiet lighthouses')
  await dialog.getByRole('button', { name: 'Change passphrase' }).click()
  await dialog.getByText('This isn’t your current passphrase.').waitFor()
  await dialog.getByLabel('Current passphrase').fill(passphrase)
  await dialog.getByRole('button', { name: 'Change passphrase' }).click()
  await late.page.getByText('Passphrase changed. Other browsers were signed out.').waitFor()
  await page.reload()
  await page.getByText('You’ve been signed out').waitFor()
  await late.page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await dialog.getByLabel('Current passphrase').fill('eleven quiet lighthouses')
  await dialog.getByRole('button', { name: 'Create new recovery codes' }).click()
  await dialog.getByRole('button', { name: 'Done' }).waitFor()
  const fresh = await dialog.locator('code').allTextContents()
  assert.ok(fresh.length === 8 && fresh.every((one) => !codes.includes(one)))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await late.page.getByText('8 recovery codes are left.').waitFor()

  const { code, stdout } = await innkeeper(['operator', 'reset', '--data', dataDir])
  assert.equal(code, 0)
  assert.ok(stdout.startsWith('The operator account was removed. Open this link within a day'), stdout)
  assert.ok(stdout.includes(`${service.url}/setup#`), stdout)
  await late.page.reload()
  await late.page.getByText('You’ve been signed out').waitFor()
  assert.deepEqual([opened.dialogs, opened.foreign, late.dialogs, late.foreign], [[], [], [], []])
  assert.equal((await service.stop()).code, 0)
})

test('a new service leads to its setup, which needs the code of the link and takes nothing else', async () => {
  const dataDir = newFolder()
  const service = await serve(dataDir)
  const { page } = await openPage(browser, service.url)
  await page.getByRole('heading', { name: 'This service isn’t set up yet' }).waitFor()
  await page.getByRole('link', { name: 'Set up the service' }).click()
  await page.getByText('open the setup link that the service printed').waitFor()
  await page.getByLabel('Setup link').fill('not-the-code')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This setup link isn’t right.').waitFor()
  assert.equal(await page.getByLabel('Passphrase', { exact: true }).count(), 0, 'before anyone thinks of one')

  // A link ends after a day. The next one needs no restart.
  await page.getByText('run ./innkeeper operator reset on the server').waitFor()
  const { stdout } = await innkeeper(['operator', 'reset', '--data', dataDir])
  const [, link = ''] = /(http\S+\/setup#\S+)/.exec(stdout) ?? []
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('Name').fill('Hana')
  assert.equal(await page.getByText('ends the demo').count(), 0, 'there is none')
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByLabel('Repeat the passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await service.stop()
})

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { startTestService } from '../../support/test-service.ts'

const nowhere = 'http://127.0.0.1:1'
const service = await startTestService({
  INNKEEPER_MEDIA_LIMIT: '50',
  INNKEEPER_AI_BASE_URL: `${nowhere}/v1`,
  INNKEEPER_AI_MODEL: 'm',
  INNKEEPER_AI_KEY: 'sk-nobody-sees-this',
  LINE_API_BASE_URL: nowhere,
  LINE_DATA_API_BASE_URL: nowhere,
})
const browser = await openBrowser()
after(() => browser.close())

const secret = '0123456789abcdef0123456789abcdef'
const watched = await openConsole(browser, service, 'U-operator', '/operator', { isOperator: true })
const { page } = watched

/** The settings of a group. */
const group = (name: string, on: Page = page) => on.getByRole('form', { name })
const save = (name: string) => group(name).getByRole('button', { name: 'Save' }).click()

test('a setting is changed from the status page, and says where it comes from and that it needs a restart', async () => {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Service settings' }).waitFor()
  const versions = group('Limits and log').getByLabel('Assistant versions per channel')
  await versions.fill('100')

  // Leaving with unsaved changes asks first.
  await page.getByRole('link', { name: 'Service status' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  assert.equal(await versions.inputValue(), '100')

  await save('Limits and log')
  await group('Limits and log').getByText('Set here').waitFor()
  await group('Limits and log').getByText('Needs a restart').waitFor()
  const note = page.getByRole('status').filter({ hasText: 'Restart the service to use your changes' })
  await note.getByText('Still waiting for a restart: Assistant versions per channel.').waitFor()
  await note.getByText('systemctl restart innkeeper').waitFor()
  await page.getByText('U-operator changed Assistant versions per channel').waitFor()

  await group('Limits and log').getByRole('button', { name: 'Use the default for' }).click()
  assert.equal(await versions.inputValue(), '200')
  await save('Limits and log')
  await note.waitFor({ state: 'detached' })
  await page.getByText('U-operator reset Assistant versions per channel to the default').waitFor()
})

test('a secret is saved and removed, but never shown', async () => {
  const line = group('LINE')
  await line.getByRole('button', { name: 'Enter “LINE channel secret”' }).click()
  await line.getByLabel('LINE channel secret', { exact: true }).fill(secret)
  await save('LINE')
  // The service needs a second one, and says so beside the field.
  await line.getByText('“LINE channel secret” needs “LINE channel access token” or “LINE channel ID”, too.').waitFor()
  await line.getByLabel('LINE channel ID', { exact: true }).fill('1234567890')
  await save('LINE')
  await line.getByRole('button', { name: 'Remove “LINE channel secret”' }).waitFor()
  assert.equal(await page.locator('input[type=password]').count(), 0)
  assert.ok(!(await page.content()).includes(secret))

  // Without its key, it says what to do.
  rmSync(join(service.dataDir, 'secret.key'))
  await page.reload()
  await line.getByText('This node can’t open the saved value').waitFor()
  await line.getByRole('button', { name: 'Replace “LINE channel secret”' }).waitFor()
  await line.getByRole('button', { name: 'Remove “LINE channel secret”' }).click()
  await line.getByText('It’s removed when you save.').waitFor()
  await line.getByLabel('LINE channel ID', { exact: true }).fill('')
  await save('LINE')
  await line.getByRole('button', { name: 'Enter “LINE channel secret”' }).waitFor()
})

test('a value that the service refuses is explained at its field, and nothing is lost', async () => {
  const address = group('Address and time zone').getByLabel('Public address')
  await address.fill('inn.example')
  await save('Address and time zone')
  const sentence = 'The service can’t use this value. Enter an address such as https://inn.example, without a path.'
  await group('Address and time zone').getByText(sentence).waitFor()
  assert.equal(await address.inputValue(), 'inn.example')
  assert.equal(await address.getAttribute('aria-invalid'), 'true')
  await group('Address and time zone').getByRole('button', { name: 'Discard' }).click()
  assert.equal(await address.inputValue(), '')
})

test('what the environment sets can be read, but not changed', async () => {
  const limits = group('Limits and log')
  // The size of files, both rate limits and the log.
  assert.equal(await limits.getByText('Set by an environment variable', { exact: true }).count(), 4)
  assert.equal(await limits.getByText('This is set by an environment variable').count(), 4)
  assert.equal(await limits.getByLabel('Largest media file (MiB)').count(), 0)
  await limits.getByText('50', { exact: true }).waitFor()
  assert.equal(
    await group('AI model')
      .getByRole('button', { name: /API key/ })
      .count(),
    0,
  )
  assert.ok(!(await page.content()).includes('sk-nobody'))
})

test('it is accessible, and fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await group('LINE').getByRole('button', { name: 'Enter “LINE channel secret”' }).click()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const worst = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    worst.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )
  assert.deepEqual(await page.evaluate('[document.documentElement.scrollWidth, innerWidth]'), [390, 390])
  // The browser itself logs the two refused requests.
  const { problems, ...rest } = watched
  assertClean({ ...rest, problems: problems.filter((one) => !one.includes('400 (Bad Request)')) })
  assert.equal(problems.length, 2)
})

test('people without operator rights see how to get them, and operators read it in their language', async () => {
  const other = await openConsole(browser, service, 'U-other', '/operator/settings')
  await other.page.getByText('This page is for the operator').waitFor()
  await other.page.context().close()

  const path = '/operator/settings'
  const japanese = await openConsole(browser, service, 'U-operator', path, { isOperator: true, locale: 'ja-JP' })
  await japanese.page.getByRole('heading', { name: 'サービスの設定' }).waitFor()
  await japanese.page.getByText(/U-operatorが設定をデフォルトに戻しました：/).waitFor()
  const address = group('アドレスとタイムゾーン', japanese.page)
  await address.getByLabel('公開アドレス').fill('inn.example')
  await address.getByRole('button', { name: '保存' }).click()
  await address.getByText('この値は使えません。').waitFor()
  const visible = await japanese.page.getByRole('main').innerText()
  assert.doesNotMatch(visible, /Set here|Default|Public address|serviceSettings/)
})

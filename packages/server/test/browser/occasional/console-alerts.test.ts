import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { startMailServer } from '../../support/alerts/mail-server.ts'
import { startWebhookReceiver } from '../../support/alerts/webhook-receiver.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { newFolder } from '../../support/process/process.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible, looks, wear } from '../accessible.ts'
import { comeToRest, watchRequests } from '../at-rest.ts'

const password = 'canary words of the mail server'
const mail = await startMailServer({ password })
const receiver = await startWebhookReceiver()
const folder = newFolder()
const service = await startTestService(
  { INNKEEPER_SNAPSHOT_FOLDER: folder, INNKEEPER_ALERT_WEBHOOK_ALLOW: receiver.host },
  { alerts: { mail: mail.options }, connectors: [], now: Date.now() },
)
const browser = await openBrowser()
after(() => browser.close())

const [desktop, phone] = looks
const prepare = async (context: BrowserContext) => watchRequests(context)

test('on a phone, the setup leads to snapshots and alerts that were tested before they are saved', async () => {
  const watched = await openConsole(browser, service, 'U-operator', '/operator/setup?step=safety', {
    isOperator: true,
    viewport: phone.size,
    prepare,
  })
  const { page } = watched
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Snapshots').getByText(folder).waitFor()
  await part('Snapshots').getByLabel('Snapshot schedule').fill('daily 03:00')

  // A wrong password first: what to do is said at once, and nothing is saved.
  const email = part('Email')
  const send = email.getByRole('button', { name: 'Send a test by email' })
  await email.getByLabel('Mail server', { exact: true }).fill(`mail.example:${mail.port}`)
  await email.getByLabel('User name at the mail server').fill('inn@inn.example')
  await email.getByLabel('Password at the mail server').fill('wrong')
  await email.getByLabel('Recipients of alerts').fill('hana@inn.example')
  await send.click()
  await email.getByText(/rejected the user name or password\. .+ Answer: 535 5\.7\.8 wrong password/).waitFor()
  await email.getByLabel('Password at the mail server').fill(password)
  await send.click()
  await email.getByText('The mail server accepted the test. Check that it arrives.').waitFor()
  assert.match(mail.mails[0]?.subject ?? '', /Test of alerts$/)

  const webhook = part('Signed webhook')
  await webhook.getByLabel('Webhook for alerts').fill(receiver.url)
  await webhook.getByRole('button', { name: 'Create a secret' }).click()
  const secret = (await webhook.getByText(/^whsec_/).textContent()) ?? ''
  await webhook.getByRole('button', { name: 'Send a test to the webhook' }).click()
  await webhook.getByText('The webhook accepted the test.').waitFor()
  const [got] = receiver.received
  assert.ok(got)
  assert.equal(got.event.type, 'alert.test')
  assert.deepEqual(new Webhook(secret).verify(got.raw, got.headers), got.event)

  await comeToRest(page)
  await assertAccessible(page)
  await wear(page, desktop)
  await assertAccessible(page)
  await wear(page, phone)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= phone.size.width, `wider than a phone: ${width}`)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Options' }).waitFor()

  // What is saved is in use without a restart, and the secrets are not shown again.
  await mail.until(2)
  await page.goto(`${service.url}/operator/setup?step=safety`)
  await part('Email').getByLabel('Mail server', { exact: true }).waitFor()
  const shown = await page.content()
  assert.ok(shown.includes(`mail.example:${mail.port}`))
  for (const canary of [password, secret]) assert.ok(!shown.includes(canary))
  assertClean(watched)
})

test('on a desktop, the settings test what is saved, and the status page shows a way that fails', async () => {
  mail.refuse = { command: 'MAIL', answer: '550 5.7.1 not you' }
  const watched = await openConsole(browser, service, 'U-operator', '/operator/settings', {
    isOperator: true,
    prepare,
  })
  const { page } = watched
  const alerts = page.getByRole('form', { name: 'Alerts' })
  await alerts.getByRole('button', { name: 'Send a test by email' }).click()
  await alerts.getByText(/rejected the sender\. .+ Answer: 550 5\.7\.1 not you/).waitFor()
  await alerts.getByRole('button', { name: 'Send a test to the webhook' }).click()
  await alerts.getByText('The webhook accepted the test.').waitFor()
  await comeToRest(page)
  await assertAccessible(page)

  const { store, clock } = service
  const way = 'mail'
  const [known] = (await store.listAlertWays()).filter((one) => one.way === way)
  assert.ok(known)
  await store.write<'record-alerts'>({
    kind: 'record-alerts',
    at: clock.now,
    way,
    targetHash: known.targetHash,
    pace: { nextAt: clock.now + 3_600_000, failures: 2 },
    reason: 'The mail server rejected the sender.',
    told: [],
  })
  await page.goto(`${service.url}/operator`)
  await page.getByText('Alerts by email aren’t accepted').waitFor()
  await page.getByText('The mail server rejected the sender.').waitFor()
  assertClean(watched)
})

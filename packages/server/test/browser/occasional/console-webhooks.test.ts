import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { CreatedWebhook, WebhookList } from '@innkeeper/contract'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { inTurn } from '../../../../../scripts/test-runner/turns.ts'
import { startWebhookReceiver } from '../../support/alerts/webhook-receiver.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const receiver = await startWebhookReceiver()
const service = await startTestService({ INNKEEPER_WEBHOOK_ALLOW: receiver.host }, { now: Date.now() })
const browser = await openBrowser()
after(() => browser.close())

const channelId = 'C-hooks'
const path = `/api/channels/${channelId}/webhooks`
before(async () => {
  await service.channel(channelId, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-member'],
    subscribers: ['U-owner', 'U-admin', 'U-member'],
  })
})

/** A test that failed leaves nothing to the next one. */
beforeEach(async () => {
  receiver.status = 204
  const owner = await service.caller('U-owner')
  for (const { id } of await listed()) await owner.delete(`${path}/${id}`)
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const listed = async () => ((await (await service.caller('U-owner')).get(path)).body as WebhookList).webhooks

const sizes = inTurn(import.meta.url, [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const)

for (const [name, viewport] of sizes) {
  test(`on a ${name}, an owner creates a webhook, tests it, sends events again, replaces its secret and deletes it`, async () => {
    const watched = await openConsole(browser, service, 'U-owner', `/channels/${channelId}/settings`, { viewport })
    const { page } = watched
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.getByText('There are no webhooks yet.').waitFor()
    await press(page, 'New webhook')
    const url = page.getByLabel('URL of the receiver')
    await url.fill('n8n.example')
    await press(page, 'Create webhook')
    await page.getByText('Enter a URL, such as').waitFor()
    await url.fill('http://n8n.example/')
    await press(page, 'Create webhook')
    await page.getByText('Enter a URL with https://').waitFor()
    // The browser logs that the service refused it.
    watched.problems.length = 0
    await url.fill(receiver.url)
    await page.getByText('The receiver learns what happened, when and to whom').waitFor()
    await assertAccessible(page)
    await press(page, 'Create webhook')
    const secret = await dialog(page).getByLabel('Secret', { exact: true }).innerText()
    await assertAccessible(page)
    await press(page, 'Done')

    await press(page, `Details of the webhook to ${receiver.host}`)
    await page.getByText('Nothing has been sent in the last 7 days.').waitFor()
    await press(page, 'Send a test')
    await page.getByText('The receiver accepted the test.').waitFor()
    const [test] = receiver.received.slice(-1)
    assert.deepEqual(new Webhook(secret).verify(test?.raw ?? '', test?.headers ?? {}), test?.event)
    assert.equal(test?.event.type, 'webhook.test')

    const before = receiver.received.length
    receiver.status = 500
    const text = { type: 'text', text: 'See you at seven' } as const
    await service.receive([message(channelId, service.clock.now, { id: `m-${name}`, from: 'U-member', content: text })])
    await receiver.until(before + 1)
    await press(page, 'Refresh')
    await page.getByText('Look in its log for the reason. Status 500.').waitFor()
    await assertAccessible(page)
    receiver.status = 204
    await press(page, 'Send again: event 1')
    await page.getByText('Accepted', { exact: true }).waitFor()
    assert.ok(!JSON.stringify(receiver.received).includes('See you at seven'))
    await press(page, 'Send again since …')
    await dialog(page).getByLabel('The last 7 days').check()
    await dialog(page).getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sending 1 event again').waitFor()

    await press(page, 'New secret')
    await page.getByText('For a day, events are signed with both').waitFor()
    await press(page, 'Replace secret')
    assert.notEqual(await dialog(page).getByLabel('Secret', { exact: true }).innerText(), secret)
    await press(page, 'Done')

    await press(page, 'Edit')
    await dialog(page).getByLabel('With messages').check()
    await dialog(page).getByLabel('New messages').uncheck()
    await page.getByText('Choose at least one.').waitFor()
    await dialog(page).getByLabel('People who join').check()
    await press(page, 'Save')
    await eventually(listed, ([one]) => one?.contents === 'full' && one.events.join() === 'member.joined')

    await press(page, `Turn off the webhook to ${receiver.host}`)
    await page.getByText('Someone turned it off.').waitFor()
    await press(page, `Delete the webhook to ${receiver.host}`)
    await page.getByText('The receiver gets nothing more.').waitFor()
    await press(page, 'Delete webhook')
    await page.getByText('There are no webhooks yet.').waitFor()
    assertClean(watched)
    await page.context().close()
  })
}

test('other admins see a webhook without its URL, and members see no webhooks', async () => {
  const owner = await service.caller('U-owner')
  const { body } = await owner.post(path, { url: `${receiver.url}?token=canary`, events: ['message.created'] })
  const watched = await openConsole(browser, service, 'U-admin', `/channels/${channelId}/settings?part=webhooks`)
  const { page } = watched
  await page.getByText('It belongs to someone else.').waitFor()
  assert.ok(!(await page.content()).includes('canary'))
  assert.equal(await page.getByRole('button', { name: /^Details/ }).count(), 0)
  await press(page, `Turn off the webhook to ${receiver.host}`)
  await page.getByText('Someone turned it off.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Turn on/ }).count(), 0, 'only its owner can')
  await page.context().close()
  await owner.delete(`${path}/${(body as CreatedWebhook).webhook.id}`)

  const member = await openConsole(browser, service, 'U-member', `/channels/${channelId}/settings`)
  await member.page.getByText('Who can read the backup').first().waitFor()
  assert.equal(await member.page.getByRole('tab').count(), 0)
  await member.page.goto(`${service.url}/channels/${channelId}/settings?part=webhooks`)
  await member.page.getByText('Webhooks are for admins and the owner').waitFor()
  assertClean(member)
  await member.page.context().close()
})

test('an operator creates a webhook of the service', async () => {
  const watched = await openConsole(browser, service, 'U-operator', '/operator/settings', { isOperator: true })
  const { page } = watched
  await press(page, 'New webhook')
  await page.getByLabel('URL of the receiver').fill(receiver.url)
  await dialog(page).getByLabel('Failed snapshots').check()
  assert.equal(await dialog(page).getByLabel('With messages').count(), 0)
  await press(page, 'Create webhook')
  await press(page, 'Done')
  await press(page, `Details of the webhook to ${receiver.host}`)
  await press(page, 'Send a test')
  await page.getByText('The receiver accepted the test.').waitFor()
  await assertAccessible(page)
  assertClean(watched)
})

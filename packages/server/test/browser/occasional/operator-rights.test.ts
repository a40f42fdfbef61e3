import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ViewportSize } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { startLineTestService } from '../../support/line/line.ts'
import { createExampleOperator, passphrase } from '../../support/operator.ts'

const { service, line } = await startLineTestService()
await createExampleOperator({ store: service.store, clock: () => service.clock.now })
const browser = await openBrowser()
after(() => browser.close())

const headers = { 'sec-fetch-site': 'same-origin' }

/** Opens the page of the operator in a browser of its own. */
async function signIn(way: 'link' | 'operator', data: object, viewport: ViewportSize) {
  const context = await browser.newContext({ viewport })
  const answer = await context.request.post(`${service.url}/sign-in/${way}`, { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  const page = await context.newPage()
  await page.goto(`${service.url}/operator`)
  return { context, page }
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 860 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`on ${device}, an operator gives operator rights to their person in the chats, and takes them back`, async () => {
    const name = `Mai on ${device}`
    const mai = line.addUser({ displayName: name })
    const group = line.addGroup({ name: `Family on ${device}`, members: [mai] })
    await group.invite()
    await line.until(() => line.sent.some(({ chatId }) => chatId === group.groupId))
    const { code } = await issueLinkCode({ store: service.store, clock: () => service.clock.now }, mai.userId)
    const theirs = await signIn('link', { code }, viewport)
    await theirs.page.getByText('This page is for the operator').waitFor()
    const toSignIn = theirs.page.getByRole('link', { name: 'Go to the sign-in page' })
    assert.equal(await toSignIn.getAttribute('href'), '/sign-in?back=/operator')
    const { context, page } = await signIn('operator', { name: 'Hana', passphrase }, viewport)
    const made = await context.request.post(`${service.url}/api/operator/claim-command`, { headers })
    const before = line.sent.length
    await group.say(mai, (await made.json()).command)
    await line.until(() => line.sent.length > before)

    await page.reload()
    const person = page.getByRole('region', { name: 'Your chat account' })
    await person.getByText(`This account is linked to ${name}.`).waitFor()
    const rights = (checked: boolean) =>
      person.getByRole('switch', {
        name: `Also show “Service status” when I sign in as ${name}`,
        checked,
        disabled: false,
      })
    await rights(false).click()
    await rights(true).waitFor()
    await theirs.page.reload()
    await theirs.page.getByRole('heading', { name: 'Service status' }).waitFor()
    assert.equal(await theirs.page.getByText('Your chat account').count(), 0, 'the account stays Hana’s')
    await rights(true).click()
    await rights(false).waitFor()
    await theirs.page.reload()
    await theirs.page.getByText('This page is for the operator').waitFor()
    await theirs.context.close()
    await context.close()
  })
}

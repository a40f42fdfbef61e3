import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { signIn } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
for (const [channelId, userId] of [
  ['C-walks', 'U-mai'],
  ['C-boats', 'tg:1001'],
] as const) {
  await service.channel(channelId, { owner: userId, subscribers: [userId] })
  await service.receive([
    message(channelId, now + 1000, {
      id: `m-${channelId}`,
      from: userId,
      content: { type: 'text', text: `lantern of ${channelId}` },
    }),
  ])
}
const browser = await openBrowser()
after(() => browser.close())
const codeFor = async (userId: string) =>
  (await issueLinkCode({ store: service.store, clock: () => service.clock.now }, userId)).code

async function openPage(viewport: { width: number; height: number }) {
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  await signIn(context, service, 'U-mai')
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

for (const [screen, viewport] of [
  ['a computer', { width: 1280, height: 900 }],
  ['a small phone', { width: 360, height: 740 }],
] as const) {
  test(`on ${screen}, someone adds an account, sees the channels of both, and signs out of one`, async () => {
    const page = await openPage(viewport)
    await page.goto(`${service.url}/account`)
    await page.getByRole('link', { name: 'Add an account' }).click()
    await page.getByRole('heading', { name: 'Add an account' }).waitFor()
    await page.goto(`${service.url}/sign-in?add=yes&back=/account#${await codeFor('tg:1001')}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const accounts = page.getByRole('list', { name: 'Accounts in this browser' }).getByRole('listitem')
    await accounts.nth(1).waitFor()
    assert.equal(await accounts.count(), 2)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= viewport.width, `${width} pixels wide`)

    // One list, and each channel opens, also in a new tab and with its owner's rights.
    await page.goto(service.url)
    for (const channelId of ['C-walks', 'C-boats']) {
      await page
        .getByRole('link', { name: `Group ${channelId}` })
        .first()
        .waitFor()
      const tab = await page.context().newPage()
      await tab.goto(`${service.url}/channels/${channelId}`)
      await tab.getByText(`lantern of ${channelId}`).waitFor()
      await tab.goto(`${service.url}/channels/${channelId}/settings`)
      await tab.getByText('Audit log').first().waitFor()
      await service.receive([
        message(channelId, now + 5000, {
          id: `m-${channelId}-${screen}`,
          content: { type: 'text', text: `live in ${screen}` },
        }),
      ])
      await tab.goto(`${service.url}/channels/${channelId}`)
      await tab.getByText(`live in ${screen}`).waitFor()
      await tab.close()
    }
    await page.goto(`${service.url}/search?q=lantern`)
    for (const channelId of ['C-walks', 'C-boats']) await page.getByText(`of ${channelId}`).first().waitFor()

    // What's below the list is about one account.
    await page.goto(`${service.url}/account`)
    const userId = page.locator('code').filter({ hasText: /^(U-mai|tg:1001)$/ })
    await page.getByText('U-mai', { exact: true }).first().waitFor()
    await accounts.nth(1).getByRole('button', { name: /^Show/ }).click()
    await userId.filter({ hasText: 'tg:1001' }).waitFor()
    await accounts
      .nth(0)
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await accounts.nth(1).waitFor({ state: 'detached' })
    await userId.filter({ hasText: 'tg:1001' }).waitFor()
    await page.goto(service.url)
    await page.getByRole('link', { name: 'Group C-boats' }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Group C-walks' }).count(), 0)
    await page.context().close()
  })
}

test('an account that is signed out elsewhere leaves the page to the others', async () => {
  const page = await openPage({ width: 1280, height: 900 })
  await page.goto(`${service.url}/sign-in?add=yes#${await codeFor('tg:1001')}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Group C-boats' }).first().waitFor()
  const caller = await service.caller('U-mai')
  const { signIns } = (await caller.get('/api/sign-ins')).body
  for (const { id } of signIns) await caller.delete(`/api/sign-ins/${id}`)
  await page.reload()
  await page.getByRole('link', { name: 'Group C-boats' }).first().waitFor()
  await page.getByRole('link', { name: 'Group C-walks' }).first().waitFor({ state: 'detached' })
  await page.context().close()
})

test('a link opened by someone who is signed in asks whether they stay signed in', async () => {
  const page = await openPage({ width: 360, height: 740 })
  await page.goto(service.url)
  await page.getByRole('link', { name: 'Group C-walks' }).first().waitFor()
  const name = /Stay signed in as .*, too/
  await page.goto(`${service.url}/sign-in#${await codeFor('tg:1001')}`)
  await page.getByRole('checkbox', { name }).uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('lantern of C-boats').waitFor()
  await page.goto(service.url)
  await page.getByRole('link', { name: 'Group C-boats' }).first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Group C-walks' }).count(), 0)
  await page.context().close()
})

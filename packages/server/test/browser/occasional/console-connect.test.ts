import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { startSimulator as startTelegram } from '@innkeeper/simulator-telegram'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, openPage, type WatchedPage } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { eventually } from '../../support/eventually.ts'
import { createExampleOperator, passphrase } from '../../support/operator.ts'
import { startScriptedModel } from '../../support/scripted-model.ts'
import { untilOwned } from '../../support/telegram/telegram.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'
import { assertAccessible, assertUsable } from '../accessible.ts'

const browser = await openBrowser()
after(() => browser.close())

/** The real time, which the simulator's answers carry. */
const start = Date.now()

async function openLine(botName: string) {
  const line = await startSimulator({ rateLimits: null, clock: () => start, botName })
  after(() => line.stop())
  return { line, settings: { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url } }
}

/** Signed in with the operator account. `isConnected`: then the form is behind a button. */
async function openSetup(service: TestService, step: string, { isConnected = false } = {}): Promise<WatchedPage> {
  const opened = await openPage(browser, `${service.url}/sign-in`)
  const { page } = opened
  if (isConnected) await page.getByRole('button', { name: 'Sign in as the operator' }).click()
  await page.getByLabel('Name').fill('Hana')
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.locator('form', { hasText: 'Operator account' }).getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/$/)
  await page.goto(`${service.url}/operator/setup?step=${step}`)
  return opened
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function connect(page: Page, { channelId, channelSecret }: { channelId: string; channelSecret: string }) {
  await press(page, 'Connect LINE')
  await enterValues(page, { channelId, channelSecret })
}

async function enterValues(page: Page, { channelId, channelSecret }: { channelId: string; channelSecret: string }) {
  await page.getByLabel('Channel ID', { exact: true }).fill(channelId)
  await page.getByLabel('Channel secret', { exact: true }).fill(channelSecret)
  await press(page, 'Connect')
}

test('groups follow each other, and the home page has the QR code and the link for the next one', async () => {
  const { line, settings } = await openLine('Inn bot')
  const service = await startTestService(settings, { connectors: [], now: start })
  await createExampleOperator({ store: service.store, clock: () => start })
  const opened = await openSetup(service, 'platform')
  const { page } = opened
  await connect(page, { ...line, channelId: line.channelSecret })
  await page.getByText('“Channel ID” contains the channel secret.').waitFor()
  await page.getByText(`${service.url}/webhooks/line`, { exact: true }).waitFor()
  await assertUsable(page)
  await enterValues(page, line)
  await page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  // A check says that it's entered, so nobody has to copy it.
  await page.getByText(`${service.url}/webhooks/line`).first().waitFor()
  assert.equal(await page.getByText(`${service.url}/webhooks/line`, { exact: true }).count(), 0)
  await press(page, 'Continue')
  const mai = line.addUser({ displayName: 'Mai' })
  let used = ''
  for (const name of ['Family', 'Rowing club']) {
    const group = line.addGroup({ name, members: [mai] })
    await page.getByRole('img', { name: 'QR code that adds Inn bot as a friend' }).waitFor()
    // The group of before doesn't count as one that has just joined.
    await page.getByText('Waiting for the bot to join a group').waitFor()
    await group.invite()
    await page.getByText('The bot has joined a group.').waitFor()
    // A command works once, so the second group needs another one than the first.
    if (name !== 'Family') await press(page, 'New command')
    const command = page.getByText(/^\/claim /)
    await eventually(
      () => command.textContent(),
      (text) => text !== used,
    )
    used = (await command.textContent()) ?? ''
    await group.say(mai, used)
    await page.getByText('You’re the owner.').waitFor()
    await page.getByText(name, { exact: true }).waitFor()
    if (name !== 'Family') continue
    await assertUsable(page)
    await press(page, 'Turn on backup')
    await page.getByText('Any message you send in the group').waitFor()
    await group.say(mai, { type: 'image' })
    await page.getByText(/^.+: Photo$/).waitFor()
    await assertUsable(page)
    await press(page, 'Connect another group')
  }
  await page.goto(service.url)
  await page.getByText('Rowing club').first().waitFor()
  await press(page, 'Invite the bot')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code that adds Inn bot as a friend' }).waitFor()
  await dialog.getByRole('link', { name: /^https:\/\/line\.me\/R\/ti\/p\// }).waitFor()
  await assertUsable(page)
  assertClean(opened)

  // Members can't look them up.
  const member = await service.caller(mai.userId)
  assert.equal((await member.get('/api/operator/platforms/line/account')).status, 403)
})

test('a bot that the stored groups don’t belong to is connected only with “Use this bot anyway”', async () => {
  const first = await openLine('First bot')
  const service = await startTestService(first.settings, { connectors: [], now: start })
  await createExampleOperator({ store: service.store, clock: () => start })
  const { page } = await openSetup(service, 'platform')
  await connect(page, first.line)
  await page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  await first.line.addGroup({ name: 'Family', members: [first.line.addUser({})] }).invite()
  await eventually(
    () => service.store.findAccountId('line'),
    (id) => id !== undefined,
  )
  await service.stop()

  const other = await openLine('Other bot')
  const again = await startTestService(other.settings, { connectors: [], at: service.environment, now: start })
  const operator = await again.caller('U-operator', { isOperator: true })
  await eventually(
    () => operator.get('/api/operator/platforms'),
    ({ body }) => body.platforms[0].isConnected === true,
  )
  const opened = await openSetup(again, 'platform', { isConnected: true })
  await press(opened.page, 'Change the values')
  await enterValues(opened.page, other.line)
  await opened.page.getByText('These values belong to the bot “Other bot”').waitFor()
  assert.equal(await opened.page.getByRole('heading', { name: 'LINE is connected' }).count(), 0)
  await press(opened.page, 'Use this bot anyway')
  await opened.page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  assert.equal((await other.line.deliver([])).status, 200)
})

test('every platform that has a connector is shown, in its words, and each of its checks as soon as it ends', async () => {
  const { line, settings } = await openLine('Inn bot')
  const service = await startTestService(settings, { connectors: [], now: start })
  await createExampleOperator({ store: service.store, clock: () => start })
  const opened = await openSetup(service, 'address')
  const { page } = opened
  await page.route('**/api/operator/platforms?*', async (route) => {
    const answer = await route.fetch()
    const { platforms } = await answer.json()
    const boats = {
      ...platforms[0],
      platform: 'boats',
      name: 'Paper Boats',
      isConnected: false,
      intro: 'Boats carry the messages.',
    }
    await route.fulfill({ response: answer, json: { platforms: [...platforms, boats] } })
  })
  await page.goto(`${service.url}/operator/setup?step=platform`)
  await page.getByText('Boats carry the messages.').waitFor()
  // LINE's test webhook takes its time. Everything before it is known already.
  line.faults.add({ on: 'POST /v2/bot/channel/webhook/test', do: 'hang' })
  await connect(page, line)
  await page.locator('[data-check=delivery][data-state=running]').waitFor()
  const states = await page.locator('[data-check]').evaluateAll((all) => all.map(({ dataset }) => dataset.state))
  assert.equal(states.join(' '), 'ok ok ok ok running waiting waiting waiting')
  await line.stop()
  await page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  await page.locator('[data-check=delivery][data-state=failed]').waitFor()
  assert.equal(await page.locator('[data-state=running], [data-state=waiting]').count(), 0)
  await page.getByRole('button', { name: 'Connect Paper Boats' }).waitFor()
  await press(page, 'Continue')
  await page.getByText('Waiting for the bot to join a group').waitFor()
  assertClean(opened)
})

test('a Telegram bot is connected by its token, and the webhook of another program is removed by a button', async () => {
  const telegram = await startTelegram({
    limits: null,
    bot: { username: 'inn_bot', privacyMode: true, hasPicture: true },
  })
  after(() => telegram.stop())
  const service = await startTestService({ TELEGRAM_API_BASE_URL: telegram.url }, { connectors: [], now: start })
  await createExampleOperator({ store: service.store, clock: () => start })
  await fetch(`${telegram.url}/bot${telegram.token}/setWebhook?url=https://elsewhere.example/hook`)
  const opened = await openSetup(service, 'platform')
  const { page } = opened
  await press(page, 'Connect Telegram')
  await page.getByRole('link', { name: 'Open @BotFather' }).waitFor()
  await page.getByLabel('Bot token', { exact: true }).fill('@inn_bot')
  await press(page, 'Connect')
  await page.getByText('This is the bot’s username.').waitFor()
  await assertUsable(page)
  await page.getByLabel('Bot token', { exact: true }).fill(telegram.token)
  await press(page, 'Connect')
  await page.getByRole('heading', { name: 'Telegram is connected' }).waitFor()
  await page.getByText('Privacy mode is on, so in groups the bot sees only commands').waitFor()
  await page.getByText('Telegram delivers this bot’s messages to elsewhere.example').waitFor()
  await press(page, 'Remove that address')
  await page.getByText('The address of the other program is removed.').waitFor()
  await press(page, 'Continue')
  await page.getByRole('img', { name: /^QR code that adds .+ to a group$/ }).waitFor()
  await page.getByRole('link', { name: 'https://t.me/inn_bot?startgroup=true' }).waitFor()
  await page.getByRole('link', { name: 'https://t.me/inn_bot?start=link' }).waitFor()
  await page.locator('main img[src^="data:image/png"]').waitFor()
  const mai = telegram.addUser({ firstName: 'Mai' })
  const group = telegram.addGroup({ title: 'Flat', owner: mai })
  group.invite()
  await page.getByText('The bot has joined a group that has an owner already.').waitFor()
  assertClean(opened)

  // People who aren't in a group yet read how it gets its owner. On this platform, that takes no command.
  const stranger = await openConsole(browser, service, 'tg:1', '/')
  await stranger.page.getByText('The owner and admins of the group on Telegram have the same roles here.').waitFor()
  assert.equal(await stranger.page.getByText('/claim').count(), 0)
  assertClean(stranger)

  // With another platform, the header says where the group is.
  await untilOwned(service, group, mai)
  const prepare = async (context: BrowserContext) => {
    await context.route('**/api/overview', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const boats = { ...body.platforms[0], platform: 'boats', name: 'Paper Boats', badge: 'BOAT' }
      await route.fulfill({ response: answer, json: { ...body, platforms: [...body.platforms, boats] } })
    })
  }
  const owned = await openConsole(browser, service, `tg:${mai.id}`, `/channels/tg:${group.id}`, { prepare })
  await owned.page.getByRole('button', { name: 'Flat, Telegram: Switch channel' }).waitFor()
  await assertAccessible(owned.page, ['label-content-name-mismatch'])
  assertClean(owned)
})

test('on the last step, a model is tested, retention is saved, and refusals are in the language of the page', async () => {
  const model = await startScriptedModel()
  const service = await startTestService({}, { connectors: [], now: start })
  const options = { isOperator: true, locale: 'ja-JP' }
  const opened = await openConsole(browser, service, 'U-operator', '/operator/setup?step=options', options)
  const { page } = opened
  const enter = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await enter('エンドポイントのAPIキー', model.key)
  await press(page, '保存して完了')
  await page.getByText('「エンドポイントのAPIキー」を使うには「エンドポイント」も必要です。').waitFor()
  await enter('エンドポイント', model.baseUrl)
  await enter('モデル', 'large')
  await press(page, 'テスト')
  await page.getByText('この名前のモデルはありません。').waitFor()
  await assertUsable(page)
  await enter('モデル', 'small')
  await press(page, 'テスト')
  await page.getByText('モデルは利用できます。').waitFor()
  await enter('メッセージの自動削除（日後）', '365')
  assert.equal((await service.store.listSettings()).length, 0, 'nothing is saved before')
  await press(page, '保存して完了')
  await page.waitForURL(/\/$/)
  const saved = (await service.store.listSettings()).map(({ name }) => name)
  assert.deepEqual(saved, ['aiBaseUrl', 'aiKey', 'aiModel', 'retentionCeilingDays'])
  const { problems, ...rest } = opened
  assertClean({ ...rest, problems: problems.filter((one) => !one.includes('400 (Bad Request)')) })
})

test('the address step says how the browser reaches the service, and takes a domain for a certificate', async () => {
  const service = await startTestService({}, { connectors: [], now: start })
  await createExampleOperator({ store: service.store, clock: () => start })
  const opened = await openSetup(service, 'address')
  const { page } = opened
  await page.getByText('The connection doesn’t use HTTPS.').waitFor()
  await page.getByText('Your browser connects directly, without a proxy.').waitFor()
  await page.getByText('LINE delivers messages only to a public address with HTTPS').waitFor()
  await page.getByText('This service asks Telegram for messages, so it needs no public address.').waitFor()
  const refusal = 'There is no certificate for inn.example yet. The authority does not find the domain.'
  await page.route('**/api/operator/address', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), certificate: refusal } })
  })
  await page.reload()
  await page.getByText(refusal).waitFor()
  await press(page, 'Let the service get its own HTTPS certificate')
  await page.getByLabel('Domain', { exact: true }).fill('inn.example')
  await press(page, 'Save and continue')
  await page
    .getByText('“Domain for a certificate” only works together with “Contact address for certificates”')
    .waitFor()
  await assertUsable(page)
  await page.getByLabel('Contact address', { exact: true }).fill('you@inn.example')
  await press(page, 'Save and continue')
  await page.getByText('Restart the service to use the certificate').waitFor()
  await press(page, 'Continue')
  await page.getByRole('button', { name: 'Connect LINE' }).waitFor()
  const { problems, ...rest } = opened
  // The browser itself logs the refused request.
  assertClean({ ...rest, problems: problems.filter((one) => !one.includes('400 (Bad Request)')) })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorReport } from '@innkeeper/contract'
import type { Simulator } from '@innkeeper/simulator-telegram'
import { eventually, until } from '../../support/eventually.ts'
import { startTelegramTestService } from '../../support/telegram/telegram.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// Telegram delivers to HTTPS only. Nothing listens there, so the tests hand over what waits.

const baseUrl = 'https://127.0.0.1:9'
const settings = { INNKEEPER_BASE_URL: baseUrl, TELEGRAM_WEBHOOK: 'on' }
const hourMs = 60 * 60_000

const { service, telegram } = await startTelegramTestService(settings, { bot: { username: 'inn_bot' } })
const mai = telegram.addUser({ firstName: 'Mai' })
const callsOf = (method: string) => telegram.requests.filter(({ name }) => name === method)
const saidTo = ({ id }: { id: number }) =>
  telegram.sent.filter(({ chatId }) => chatId === id).map(({ message }) => message.text ?? '')

async function deliver({ url }: Pick<TestService, 'url'>, updates: readonly object[]): Promise<number[]> {
  const secret = String(callsOf('setWebhook').at(-1)?.parameters.secret_token)
  const headers = { 'x-telegram-bot-api-secret-token': secret }
  const statuses: number[] = []
  for (const update of updates) {
    const init = { method: 'POST', headers, body: JSON.stringify(update) }
    statuses.push((await fetch(`${url}/webhooks/telegram`, init)).status)
  }
  return statuses
}

const delivered = new Set<number>()
async function deliverAll(to: Pick<TestService, 'url'> = service): Promise<void> {
  const waiting = telegram.updates.list().filter(({ update_id: id }) => !delivered.has(id))
  for (const { update_id: id } of waiting) delivered.add(id)
  for (const status of await deliver(to, waiting)) assert.equal(status, 200)
}

async function readConnection({ caller }: Pick<TestService, 'caller'>) {
  const operator = await caller('U-operator', { isOperator: true })
  const { connections } = (await operator.get('/api/operator')).body as OperatorReport
  return connections.find(({ platform }) => platform === 'telegram') ?? assert.fail('no connection')
}

const registered = (calls = 1) => until(() => callsOf('setWebhook').length >= calls, 'it registers its address')

test('operators see that Telegram delivers, and commands that name the bot work from the first delivery on', async () => {
  await registered()
  assert.equal((await readConnection(service)).receives, 'webhooks')
  mai.say('/help@inn_bot')
  await deliverAll()
  await until(() => saidTo(mai).some((text) => /Here’s what I can do/.test(text)), 'it answers')
})

test('as long as Telegram does not tell the name of the bot, deliveries that depend on it are not acknowledged', async () => {
  const fault = telegram.faults.add({ on: 'getMe', do: '502', times: 1_000 })
  const other = await startTestService(
    { ...settings, TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_BASE_URL: telegram.url },
    { connectors: [] },
  )
  await until(() => fault.hits > 0, 'it asks')
  const kim = telegram.addUser({ firstName: 'Kim' })
  kim.say('/help@inn_bot')
  const update = telegram.updates.list().at(-1) ?? assert.fail()
  delivered.add(update.update_id)
  assert.deepEqual(await deliver(other, [update]), [503])
  kim.say('hello')
  const harmless = telegram.updates.list().at(-1) ?? assert.fail()
  delivered.add(harmless.update_id)
  assert.deepEqual(await deliver(other, [harmless]), [200], 'others are')
  telegram.faults.clear()
  assert.deepEqual(await deliver(other, [update]), [200])
  await until(() => saidTo(kim).some((text) => /Here’s what I can do/.test(text)), 'it answers')
  await other.stop()
})

test('a group gets the privacy mode of the moment in which the bot is added, also if it was changed just now', async () => {
  const owner = await service.caller(`tg:${mai.id}`)
  const group = telegram.addGroup({ title: 'Flat', owner: mai })
  const isHidden = async () => {
    const { channels } = (await owner.get('/api/overview')).body
    const card = channels.find(({ channelId }: { channelId: string }) => channelId === `tg:${group.id}`)
    return card?.role === 'owner' ? card.seesAllMessages === false : undefined
  }
  group.invite()
  await deliverAll()
  await until(async () => (await isHidden()) === true, 'it says that it is blind')
  telegram.bot.privacyMode = false
  group.removeBot()
  group.invite()
  await deliverAll()
  await until(async () => (await isHidden()) === false, 'it sees everything')
})

test('a day on which nothing could be delivered is a gap, and a day of deliveries is none for polling', async () => {
  assert.equal((await readConnection(service)).missed, null)
  await service.stop()
  const { environment } = service
  const token = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_BASE_URL: telegram.url }
  const startAgain = async (more: Record<string, string>, afterMs: number) => {
    service.clock.now += afterMs
    return await startTestService({ ...token, ...more }, { at: environment, connectors: [], now: service.clock.now })
  }
  const away = await startAgain(settings, 25 * hourMs)
  const { missed } = await eventually(
    () => readConnection(away),
    (connection) => connection.missed !== null,
  )
  assert.match(missed?.reason ?? '', /away for more than 24 hours.+may be missing/)
  await away.stop()
  const polling = await startAgain({ INNKEEPER_BASE_URL: baseUrl }, 2 * hourMs)
  mai.say('asked for')
  await until(() => telegram.updates.list().length === 0, 'everything is received')
  assert.deepEqual((await readConnection(polling)).missed, missed, 'nothing more is missing')
  assert.equal((await readConnection(polling)).receives, 'polling')
  await polling.stop()
})

test('what Telegram delivered to another program is a gap once it delivers here again', async () => {
  const started = await startTelegramTestService(settings)
  const callsThere = (method: string) => started.telegram.requests.filter(({ name }) => name === method).length
  await until(() => callsThere('setWebhook') > 0, 'it registers its address')
  await started.service.stop()
  setWebhookOf(started.telegram, 'https://other.example.com/hook')
  const settingsThere = {
    ...settings,
    TELEGRAM_BOT_TOKEN: started.telegram.token,
    TELEGRAM_API_BASE_URL: started.telegram.url,
  }
  const startThere = () =>
    startTestService(settingsThere, {
      at: started.service.environment,
      connectors: [],
      now: started.service.clock.now + hourMs,
    })
  const refused = await startThere()
  await eventually(
    () => readConnection(refused),
    ({ lastConflictAt }) => lastConflictAt !== null,
  )
  await refused.stop()
  setWebhookOf(started.telegram, '')
  const again = await startThere()
  const { missed } = await eventually(
    () => readConnection(again),
    (connection) => connection.missed !== null,
  )
  assert.match(missed?.reason ?? '', /another program/)
})

function setWebhookOf({ world }: Simulator, url: string): void {
  if (url === '') world.webhook = undefined
  else if (world.webhook) world.webhook.url = url
}

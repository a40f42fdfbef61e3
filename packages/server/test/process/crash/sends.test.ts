import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type FaultDraft, type Simulator, startSimulator } from '@innkeeper/simulator-telegram'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { eventually, until } from '../../support/eventually.ts'
import { assertNowhere } from '../../support/folder.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { createCaller } from '../../support/http/caller.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { type PolledPlatform, startPolledPlatform } from '../../support/pulling/polled-platform.ts'
import { openPollingService, type PollingService, queryStore } from '../../support/pulling/polling-service.ts'
import { freePort } from '../free-port.ts'

const engines: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const { url, drop } = await openDatabase()
    after(drop)
    return { INNKEEPER_DATABASE_URL: url }
  },
}

for (const [engine, openEngine] of Object.entries(engines)) {
  const open = async () => {
    const platform = await startPolledPlatform()
    return { platform, service: await openPollingService(platform, await openEngine()) }
  }

  test(`a service that is killed while it sends leaves one message in the chat, on ${engine}`, {
    timeout: 300_000,
  }, async () => {
    const { platform, service } = await open()
    const arrived = Promise.withResolvers<void>()
    platform.behave(() => {
      arrived.resolve()
      return 'silent'
    })
    const first = await service.start()
    ask(platform, service)
    await arrived.promise
    await first.stop('SIGKILL')
    platform.behave(() => 'accept')
    const second = await service.start()
    await assertUnknown(platform, service)
    // Control: what is asked now is answered.
    ask(platform, service)
    await until(() => platform.sent.length === 2, 'the next question is answered')
    assert.equal((await second.stop()).code, 0)
  })

  test(`a platform that never responds gets one request for a message, on ${engine}`, {
    timeout: 300_000,
  }, async () => {
    const { platform, service } = await open()
    platform.behave(() => 'silent')
    const running = await service.start()
    ask(platform, service)
    await assertUnknown(platform, service)
    assert.equal((await running.stop()).code, 0)
  })
}

test('a service that is killed while it sends to Telegram leaves one message in the chat', {
  timeout: 300_000,
}, async () => {
  const baseUrl = 'https://inn.example'
  const clientSecret = 'canary-of-the-sign-in'
  const redirectUris = [`${baseUrl}/sign-in/with/telegram/back`]
  const telegram = await startSimulator({ login: { clientSecret, redirectUris } })
  after(() => telegram.stop())
  telegram.world.settings.login.issuer = telegram.url
  const dataDir = newFolder()
  const metricsPort = String(await freePort())
  const env = {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_BASE_URL: telegram.url,
    TELEGRAM_LOGIN_BASE_URL: telegram.url,
    TELEGRAM_LOGIN_CLIENT_SECRET: clientSecret,
    INNKEEPER_BASE_URL: baseUrl,
    INNKEEPER_LOG: 'trace',
    INNKEEPER_METRICS: metricsPort,
  }
  telegram.faults.add({ on: 'sendMessage', do: 'accept-then-hang' })
  const first = await serve(dataDir, { env })
  const [ann, bo] = [telegram.addUser(), telegram.addUser()]
  ann.say('/help')
  await until(() => telegram.sent.length === 1, 'the message is in the chat')
  await first.stop('SIGKILL')
  telegram.faults.clear()
  const port = await freePort()
  const second = await serve(dataDir, { env, words: ['--port', String(port)] })
  const states = () => queryStore<{ state: string }>({ dataDir, url: undefined }, 'select state from sends')
  await eventually(states, ([one]) => one?.state === 'unknown')
  bo.say('/help')
  await until(() => telegram.sent.length === 2, 'control: another question is answered')
  const requests = telegram.requests.filter(({ name }) => name === 'sendMessage')
  assert.deepEqual(
    requests.map(({ parameters }) => parameters.chat_id),
    [ann.id, bo.id],
  )

  // Each address that it calls has the token in it.
  const kinds = ['502', 'drop-mid-body', '401'] as const
  const faults = kinds.map((kind) => telegram.faults.add({ on: 'getUpdates', do: kind, times: 1 }))
  bo.say('after the faults')
  await until(() => faults.every(({ hits }) => hits === 1), 'it fails in each way')
  await until(() => /"nextInMs":\d{5,}/.test(second.printed().stdout), 'the last failure is in the log')
  const [botId, secret = assert.fail()] = telegram.token.split(':')
  const secrets = [secret, clientSecret, Buffer.from(`${botId}:${clientSecret}`).toString('base64')]
  const answers = await failToSignIn(`http://127.0.0.1:${port}`, { telegram, baseUrl, userId: ann.id, secrets })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  assert.match(metrics, /innkeeper_events_total/)
  const { code, stdout, stderr } = await second.stop()
  assert.equal(code, 0)
  assert.match(stdout, /failed to receive events/)
  assert.match(stdout, /Telegram refused the sign-in: 403[^"]+\(hidden\)/)
  const snapshot = join(newFolder(), 'snapshot')
  assert.equal((await innkeeper(['snapshot', snapshot, '--data', dataDir], { env })).code, 0)
  for (const one of secrets) {
    assert.ok(![stdout, stderr, metrics, ...answers].some((text) => text.includes(one)), 'no secret is shown')
    for (const folder of [dataDir, snapshot]) assertNowhere(folder, one)
  }
})

type SignIn = { telegram: Simulator; baseUrl: string; userId: number; secrets: readonly string[] }

/** Once for every way in which Telegram can fail, and then once without. Returns what the browser got. */
async function failToSignIn(url: string, { telegram, baseUrl, userId, secrets }: SignIn): Promise<string[]> {
  const words = `Not for ${secrets.join(' or ')}`
  const everywhere = ['500', '502', 'html-page', 'drop-mid-body', '403'] as const
  const faults: FaultDraft[] = [
    { on: 'token', do: '400', words, times: 1 },
    ...everywhere.flatMap((kind) => ['keys', 'token'].map((on) => ({ on, do: kind, words, times: 1 }))),
  ]
  const answers: string[] = []
  const service = { callerWith: (authorization?: string) => createCaller(url, authorization) }
  for (const fault of [...faults, undefined]) {
    const added = fault && telegram.faults.add(fault)
    const browser = openBrowser(service).from({ 'sec-fetch-site': 'cross-site' })
    const { headers } = await browser.get('/sign-in/with/telegram')
    const agreed = await fetch(`${headers.get('location')}&as=${userId}`, { redirect: 'manual' })
    const back = await browser.get((agreed.headers.get('location') ?? '').slice(baseUrl.length))
    const what = fault ? `${fault.do} for ${fault.on}` : 'control'
    assert.equal(back.headers.get('location') === '/', !fault, `${what}: ${back.headers.get('location')}`)
    assert.ok(!added || added.hits === 1, what)
    answers.push(back.text, JSON.stringify([...headers, ...back.headers]))
  }
  return answers
}

function ask(platform: PolledPlatform, { channelId }: PollingService): void {
  const asked = message(channelId, Date.now(), { from: 'U-guest', content: { type: 'text', text: '/help' } })
  const reply = { token: channelId, expiresAt: null, isOneUse: false, cost: 'free' } as const
  const event: IncomingEvent = { ...asked, reply }
  platform.happen({ event })
}

/** The log has its final state only after everything that could send it again. */
async function assertUnknown(platform: PolledPlatform, service: PollingService): Promise<void> {
  const states = async () =>
    (await service.query<{ state: string }>('select state from sends')).map(({ state }) => state)
  assert.deepEqual(await eventually(states, (found) => found.length > 0 && !found.includes('waiting')), ['unknown'])
  assert.equal(platform.sent.length, 1)
}

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Simulator, type SimulatorOptions, startSimulator } from '@innkeeper/simulator-telegram'
import { eventually } from '../../support/eventually.ts'
import { assertNowhere } from '../../support/folder.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

type Check = {
  id: string
  state: string
  isBlocking: boolean
  text: string
  remedy: { id: string; label: string } | null
}

const isServer = process.env.INNKEEPER_TEST_ENGINE === 'postgres'
/** With PostgreSQL the key that seals secrets has to be a setting, which nodes share. */
const shared: Record<string, string> = isServer ? { INNKEEPER_SECRET_KEY: 'ab'.repeat(32) } : {}
const address = '/api/operator/platforms/telegram'

async function startTelegram(options: SimulatorOptions = {}): Promise<Simulator> {
  const telegram = await startSimulator({ limits: null, ...options })
  after(() => telegram.stop())
  return telegram
}

/** A service without any platform, and a Telegram that it could be connected to. */
async function open(options: SimulatorOptions = {}) {
  const telegram = await startTelegram(options)
  const service = await startTestService(
    { ...shared, TELEGRAM_API_BASE_URL: telegram.url },
    { connectors: [], now: Date.now() },
  )
  return { telegram, service, operator: await service.caller('U-operator', { isOperator: true }) }
}

const connect = async (operator: Caller, value: string, more: object = {}) =>
  (await operator.put(address, { changes: [{ name: 'telegramBotToken', value }], ...more })).body
const find = (checks: Check[], id: string): Check => {
  const found = checks.find((one) => one.id === id)
  assert.ok(found, `${id} was not checked`)
  return found
}
const lastPollOf = async (operator: Caller) => {
  const { connections } = (await operator.get('/api/operator')).body
  return connections.find(({ platform }: { platform: string }) => platform === 'telegram')?.lastPollAt ?? null
}

describe('connecting Telegram with a token', () => {
  test('needs nothing else: messages arrive at once, and a link adds the bot to a group', async () => {
    const { telegram, service, operator } = await open({
      bot: { username: 'inn_bot', privacyMode: false, hasPicture: true },
    })
    const { isConnected, checks, account } = await connect(operator, ` ${telegram.token}\n`)
    assert.equal(isConnected, true)
    assert.deepEqual(
      checks.map(({ id, state }: Check) => [id, state]),
      ['credentials', 'account', 'receiving', 'privacy', 'groups'].map((id) => [id, 'ok']),
    )
    assert.equal(account.handle, '@inn_bot')
    assert.equal(account.inviteUrl, 'https://t.me/inn_bot?startgroup=true')
    assert.equal(account.signInUrl, 'https://t.me/inn_bot?start=link')
    const picture = telegram.world.files.get(telegram.world.botPicture ?? '')
    assert.equal(account.picture, `data:image/png;base64,${picture?.bytes.toString('base64')}`)
    const mai = telegram.addUser({ firstName: 'Mai' })
    telegram.addGroup({ title: 'Flat', members: [mai] }).invite()
    const { arrivals } = await eventually(
      async () => (await operator.get('/api/operator/arrivals')).body,
      (body) => body.arrivals.length > 0,
    )
    assert.equal(arrivals[0].platform, 'telegram')
    const { platforms } = (await operator.get('/api/operator/platforms')).body
    const telegramSetup = platforms.find(({ platform }: { platform: string }) => platform === 'telegram')
    assert.equal(telegramSetup.needsPublicAddress, false)
    assert.equal(telegramSetup.consoleName, '@BotFather')
    assert.ok(!JSON.stringify(telegramSetup).includes(telegram.token))
    const secret = telegram.token.split(':')[1] ?? ''
    assertNowhere(service.dataDir, secret)
    const saved = (await operator.get('/api/operator/settings')).text
    assert.ok(saved.includes('telegramBotToken') && !saved.includes(secret))
  })

  test('works without a picture, and if Telegram doesn’t give it', async () => {
    const { telegram, operator } = await open()
    assert.equal((await connect(operator, telegram.token)).account.picture, null)
    telegram.bot.hasPicture = true
    const again = async () => (await operator.get(`${address}/account`)).body.account.picture
    for (const on of ['getUserProfilePhotos', 'getFile', 'file']) {
      telegram.faults.add({ on, do: '502', times: 1 })
      assert.equal(await again(), null, on)
    }
    assert.match(await again(), /^data:image/, 'control')
  })

  test('says if the clock of this machine is wrong, and connects nevertheless', async () => {
    const { telegram, service, operator } = await open()
    service.clock.now += 3 * 3_600_000
    const { isConnected, checks } = await connect(operator, telegram.token)
    assert.equal(isConnected, true)
    const { state, text } = find(checks, 'clock')
    assert.equal(state, 'failed')
    assert.match(text, /clock is 1(79|80) minutes ahead/)
  })

  test('says what was pasted instead of a token, and when Telegram refuses it', async () => {
    const { telegram, operator } = await open()
    const [number] = telegram.token.split(':')
    const cases: [value: string, id: string, text: RegExp][] = [
      ['', 'form', /Enter the token/],
      ['@inn_bot', 'form', /the bot’s username/],
      ['Use this token to access the HTTP API: 1:abc', 'form', /isn’t a complete token/],
      [`${number}`, 'form', /isn’t a complete token/],
      [`${number}:AAAA-wrong`, 'credentials', /doesn’t accept this token.+\/mybots/],
    ]
    for (const [value, id, text] of cases) {
      const { isConnected, checks } = await connect(operator, value)
      assert.equal(isConnected, false, value)
      assert.deepEqual([checks.length, find(checks, id).state, find(checks, id).isBlocking], [1, 'failed', true], value)
      assert.match(find(checks, id).text, text)
    }
  })

  test('says plainly that the bot sees no ordinary messages in groups, and how to change that', async () => {
    const { telegram, operator } = await open({ bot: { privacyMode: true, canJoinGroups: false } })
    const { isConnected, checks } = await connect(operator, telegram.token)
    assert.equal(isConnected, true, 'commands work all the same')
    const privacy = find(checks, 'privacy')
    assert.deepEqual([privacy.state, privacy.isBlocking], ['failed', false])
    assert.match(privacy.text, /sees only commands and replies to it.+\/setprivacy.+“Disable”.+add it again.+admin/)
    assert.match(find(checks, 'groups').text, /\/setjoingroups/)
    const { body } = await operator.post(`${address}/check`, { language: 'th' })
    assert.match(find(body.checks, 'privacy').text, /โหมดความเป็นส่วนตัวเปิดอยู่/)
  })

  test('leaves the webhook of another program until someone agrees to remove it', async () => {
    const { telegram, operator } = await open()
    const call = (method: string, body: object) =>
      fetch(`${telegram.url}/bot${telegram.token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await call('setWebhook', { url: 'https://elsewhere.example/secret-path' })
    const { isConnected, checks } = await connect(operator, telegram.token)
    assert.equal(isConnected, true)
    const found = find(checks, 'receiving')
    assert.equal(found.state, 'failed')
    assert.match(found.text, /to elsewhere\.example, because another program/)
    assert.ok(!JSON.stringify(checks).includes('secret-path'))
    assert.deepEqual(found.remedy, { id: 'remove-webhook', label: 'Remove that address' })
    const again = (await operator.post(`${address}/check`, {})).body
    assert.equal(find(again.checks, 'receiving').state, 'failed', 'a check alone removes nothing')
    const removed = (await operator.post(`${address}/check`, { remedies: ['remove-webhook'] })).body
    assert.equal(find(removed.checks, 'receiving').state, 'ok')
    assert.equal(find(removed.checks, 'receiving').remedy, null)
    await eventually(
      () => lastPollOf(operator),
      (at) => at !== null,
    )
  })
})

test('a token of another bot is not used until someone confirms it, however it was entered', async () => {
  const [telegram, other] = [await startTelegram(), await startTelegram({ bot: { name: 'Other' } })]
  const before = await startTestService(
    { ...shared, TELEGRAM_API_BASE_URL: telegram.url, TELEGRAM_BOT_TOKEN: telegram.token },
    { connectors: [], now: Date.now() },
  )
  const mai = telegram.addUser({ firstName: 'Mai' })
  telegram.addGroup({ title: 'Flat', members: [mai] }).invite()
  await eventually(
    () => before.store.listArrivals({ platform: 'telegram', limit: 1 }),
    (arrivals) => arrivals.length > 0,
  )
  await before.stop()
  const service = await startTestService(
    { ...shared, TELEGRAM_API_BASE_URL: other.url },
    { connectors: [], now: Date.now(), at: before.environment },
  )
  const operator = await service.caller('U-operator', { isOperator: true })
  const { isConnected, isOtherAccount, checks } = await connect(operator, other.token)
  assert.deepEqual([isConnected, isOtherAccount], [false, true])
  assert.match(find(checks, 'other-account').text, /the bot “Other”.+another bot/)

  const changes = [{ name: 'telegramBotToken', value: other.token }]
  assert.equal((await operator.put('/api/operator/settings', { changes })).status, 200)
  await eventually(
    async () => (await operator.get('/api/operator')).body.connections[0]?.token,
    (state) => state === 'refused',
  )
  assert.deepEqual(
    other.requests.filter(({ name }) => name === 'getUpdates'),
    [],
  )

  const unset = [{ name: 'telegramBotToken', value: null }]
  assert.equal((await operator.put('/api/operator/settings', { changes: unset })).status, 200)
  const confirmed = await connect(operator, other.token, { allowOtherAccount: true })
  assert.equal(confirmed.isConnected, true)
  await eventually(
    async () => other.requests.filter(({ name }) => name === 'getUpdates').length,
    (count) => count > 0,
  )
  // Its updates have other numbers, which are no sign of anything.
  other.addUser({ firstName: 'Ken' }).start()
  await other.until(() => other.updates.list().length === 0)
  assert.equal((await operator.get('/api/operator')).body.connections[0].missed, null)
})

test('the notice in a group says whether the bot sees all messages there', async () => {
  const { telegram, operator } = await open({ bot: { privacyMode: true } })
  await connect(operator, telegram.token)
  const mai = telegram.addUser({ firstName: 'Mai' })
  const noticeIn = async (asAdmin: boolean) => {
    const before = telegram.sent.length
    telegram.addGroup({ title: 'Flat', members: [mai] }).invite({ asAdmin })
    await telegram.until(() => telegram.sent.length > before)
    return JSON.stringify(telegram.sent.slice(before))
  }
  assert.match(await noticeIn(false), /only commands and replies to me.+make me an admin/)
  assert.doesNotMatch(await noticeIn(true), /only commands and replies to me/)
  telegram.bot.privacyMode = false
  assert.doesNotMatch(await noticeIn(false), /only commands and replies to me/)
})

import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { followChecks } from '@innkeeper/client/follow-checks'
import { type Simulator, startSimulator } from '@innkeeper/simulator'
import { forgetFormerValues } from '../../../src/actions/platforms/forget-former-values.ts'
import { createLineSetup } from '../../../src/adapters/line/setup/line-setup.ts'
import { photo } from '../../support/content/pictures.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

type Check = { id: string; state: string; title: string; text: string | null }

const isServer = process.env.INNKEEPER_TEST_ENGINE === 'postgres'
/** With PostgreSQL the key that seals secrets has to be a setting, which nodes share. */
const shared: Record<string, string> = isServer ? { INNKEEPER_SECRET_KEY: 'ab'.repeat(32) } : {}

const botPicture = await photo({ width: 40, height: 40 }).png().toBuffer()

/** The real time, which the simulator's answers carry. */
const start = Date.now()

/** A service without any platform, and a LINE that it could be connected to. */
async function open(environment: Record<string, string> = {}) {
  const line = await startSimulator({ rateLimits: null, clock: () => start, botName: 'Inn bot', botPicture })
  after(() => line.stop())
  const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
  const service = await startTestService({ ...shared, ...addresses, ...environment }, { connectors: [], now: start })
  const operator = await service.caller('U-operator', { isOperator: true })
  return { line, service, operator }
}

const connect = (operator: Caller, values: Record<string, string | null>, more: object = {}) =>
  operator.put('/api/operator/platforms/line', {
    changes: Object.entries(values).map(([name, value]) => ({ name, value })),
    ...more,
  })

const followerOf = ({ url }: TestService, { authorization = '' }: Caller) => ({
  baseUrl: url,
  key: authorization.replace('Bearer ', ''),
})

const valuesOf = (line: Simulator) => ({ lineChannelId: line.channelId, lineChannelSecret: line.channelSecret })
const statesOf = (checks: Check[]) => Object.fromEntries(checks.map(({ id, state }) => [id, state]))
const webhook = (service: TestService) => service.callerWith(undefined).post('/webhooks/line', {})
const fieldsOf = async (operator: Caller) => {
  const { platforms } = (await operator.get('/api/operator/platforms')).body
  return platforms[0].steps.flatMap(({ fields }: { fields: object[] }) => fields) as { name: string; isSet: boolean }[]
}

describe('connecting LINE with an ID and a secret', () => {
  test('works while the service runs, and LINE is told where to deliver', async () => {
    const { line, service, operator } = await open()
    assert.equal((await webhook(service)).status, 404, 'nothing is connected yet')
    const { status, body } = await connect(operator, valuesOf(line))
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.isConnected, true)
    const expected = { credentials: 'ok', account: 'ok', address: 'ok', switch: 'ok', delivery: 'ok' }
    assert.deepEqual(statesOf(body.checks), {
      ...expected,
      redelivery: 'unknown',
      replies: 'unknown',
      groups: 'unknown',
    })
    assert.equal(body.account.displayName, 'Inn bot')
    assert.equal(body.account.picture, `data:image/png;base64,${botPicture.toString('base64')}`)
    assert.equal(body.account.signInUrl, null)
    assert.match(body.account.inviteUrl, /^https:\/\/line\.me\/R\/ti\/p\/%40/)
    assert.equal((await webhook(service)).status, 401, 'deliveries without a signature are refused')
    const mai = line.addUser({ displayName: 'Mai' })
    const family = line.addGroup({ name: 'Family', members: [mai] })
    assert.ok((await family.invite()).isDelivered)
    await line.until(() => line.sent.length > 0)
    const { arrivals } = (await operator.get('/api/operator/arrivals')).body
    assert.deepEqual(
      arrivals.map(({ platform, type, hasOwner }: Record<string, unknown>) => [platform, type, hasOwner]),
      [['line', 'group', false]],
    )
    assert.doesNotMatch(JSON.stringify(arrivals), /Family|Mai/)
  })

  test('each check is reported as it ends, before the next one, to callers that accept lines', async () => {
    const { line, service, operator } = await open()
    const call = followerOf(service, operator)
    const { platforms } = (await operator.get('/api/operator/platforms')).body
    const [{ checks: expected }] = platforms
    // The test webhook doesn't arrive, and the checks before it are reported all the same.
    line.faults.add({ on: 'POST /v2/bot/channel/webhook/test', do: 'hang' })
    const changes = Object.entries(valuesOf(line)).map(([name, value]) => ({ name, value }))
    const seen: Check[] = []
    const { promise: hasSwitch, resolve } = Promise.withResolvers<void>()
    const ended = followChecks(call, 'connectPlatform', { platform: 'line', body: { changes } }, (check) => {
      seen.push(check)
      if (check.id === 'switch') resolve()
    })
    await hasSwitch
    assert.deepEqual(
      seen.map(({ id }) => id),
      ['credentials', 'account', 'address', 'switch'],
    )
    await line.stop()
    const { isConnected, checks } = await ended
    assert.equal(isConnected, true)
    assert.deepEqual(checks, seen, 'the end has all of them')
    assert.deepEqual(
      checks.map(({ id, title }) => ({ id, title })),
      expected,
    )
  })

  test('a refusal is the same for callers that accept lines, before the first check and after it', async () => {
    const { line, service, operator } = await open({ LINE_CHANNEL_ID: '12', LINE_CHANNEL_SECRET: 'ab'.repeat(16) })
    const call = followerOf(service, operator)
    const changes = Object.entries(valuesOf(line)).map(([name, value]) => ({ name, value }))
    const seen: string[] = []
    const connectTo = (platform: string) =>
      followChecks(call, 'connectPlatform', { platform, body: { changes } }, ({ id }) => seen.push(id))
    await assert.rejects(connectTo('pigeon'), { status: 404, code: 'not-found' })
    assert.deepEqual(seen, [])
    const message = 'LINE_CHANNEL_ID is set by the environment, so it cannot be changed here'
    await assert.rejects(connectTo('line'), { status: 400, code: 'invalid', message })
    assert.deepEqual(seen, ['credentials', 'account'])
  })

  test('can be checked again, and ended', async () => {
    const { line, service, operator } = await open()
    await connect(operator, valuesOf(line))
    line.setWebhookUrl('https://elsewhere.example/webhooks/line')
    const { body } = await operator.post('/api/operator/platforms/line/check', { language: 'ja' })
    assert.equal(statesOf(body.checks).address, 'ok', 'it is set again')
    assert.match(JSON.stringify(body.checks), /LINEのテストWebhookが届きました/)
    assert.equal((await operator.delete('/api/operator/platforms/line')).status, 200)
    assert.equal((await webhook(service)).status, 404)
    assert.ok((await fieldsOf(operator)).every(({ isSet }) => !isSet))
    const after = await operator.post('/api/operator/platforms/line/check')
    assert.deepEqual(statesOf(after.body.checks), { credentials: 'failed' })
  })

  test('a new secret is used at once, and the former one is accepted for another day', async () => {
    const { line, service, operator } = await open()
    await connect(operator, valuesOf(line))
    const former = line.channelSecret
    const next = line.issueChannelSecret()
    assert.equal((await line.deliver([])).status, 401, 'the service does not know the new one yet')
    const { body } = await connect(operator, { lineChannelSecret: next })
    assert.deepEqual([statesOf(body.checks).credentials, statesOf(body.checks).delivery], ['ok', 'ok'])
    assert.equal((await line.deliver([])).status, 200)
    assert.equal((await line.deliver([], { signWith: former })).status, 200, 'LINE repeats what it signed before')
    assert.equal((await line.deliver([], { signWith: '0'.repeat(32) })).status, 401)
    const clock = () => service.clock.now
    const { store } = service
    const platformSetups = new Map([['line', createLineSetup({ apiBaseUrl: line.url, clock })]])
    await forgetFormerValues({ store, clock, platformSetups })
    assert.ok((await store.listSettings()).some(({ name }) => name === 'lineChannelSecretOld'))
    service.clock.now += 24 * 60 * 60_000
    await forgetFormerValues({ store, clock, platformSetups })
    await eventually(
      () => line.deliver([], { signWith: former }),
      ({ status }) => status === 401,
    )
    assert.equal((await line.deliver([], { signWith: former })).status, 401, 'the day is over')
    assert.equal((await line.deliver([])).status, 200)
  })

  test('a former secret that an operator entered is not removed', async () => {
    const { line, service, operator } = await open()
    await connect(operator, valuesOf(line))
    const clock = () => service.clock.now
    service.clock.now += 60_000
    const changes = [{ name: 'lineChannelSecretOld', value: 'abcdef' }]
    assert.equal((await operator.put('/api/operator/settings', { changes })).status, 200)
    service.clock.now += 48 * 60 * 60_000
    const platformSetups = new Map([['line', createLineSetup({ apiBaseUrl: line.url, clock })]])
    await forgetFormerValues({ store: service.store, clock, platformSetups })
    assert.ok((await service.store.listSettings()).some(({ name }) => name === 'lineChannelSecretOld'))
  })

  test('an account whose people answer in chats is told to turn that off', async () => {
    const line = await startSimulator({ rateLimits: null, clock: () => start, chatMode: 'chat' })
    after(() => line.stop())
    const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
    const service = await startTestService({ ...shared, ...addresses }, { connectors: [], now: start })
    const { body } = await connect(await service.caller('U-operator', { isOperator: true }), valuesOf(line))
    const replies = body.checks.find(({ id }: Check) => id === 'replies')
    assert.deepEqual([body.isConnected, replies.state, replies.isBlocking], [true, 'failed', false])
    assert.match(replies.text, /“Chat” is on/)
  })

  test('an account with "Use webhook" off is told where to turn it on', async () => {
    const line = await startSimulator({ rateLimits: null, clock: () => start, isWebhookOn: false })
    after(() => line.stop())
    const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
    const service = await startTestService({ ...shared, ...addresses }, { connectors: [], now: start })
    const { body } = await connect(await service.caller('U-operator', { isOperator: true }), valuesOf(line))
    const found = body.checks.find(({ id }: Check) => id === 'switch')
    assert.deepEqual([body.isConnected, found.state], [true, 'failed'])
    assert.match(found.text, /“Use webhook” is off, .+ Turn it on in the LINE Developers Console/)
  })

  test('a secret that LINE refuses is not saved, and the old one stays', async () => {
    const { line, service, operator } = await open()
    await connect(operator, valuesOf(line))
    const other = await startSimulator({ channelId: line.channelId, rateLimits: null, clock: () => start })
    after(() => other.stop())
    const wrong = await connect(operator, { lineChannelSecret: other.channelSecret })
    assert.equal(wrong.body.isConnected, true, 'the old one stays in use')
    assert.deepEqual(statesOf(wrong.body.checks), { credentials: 'failed' })
    assert.equal((await operator.post('/api/operator/platforms/line/check')).body.checks[0].state, 'ok')
    assert.equal((await webhook(service)).status, 401)
  })
})

describe('what is wrong is said, and nothing is saved', () => {
  const hex = '0123456789abcdef0123456789abcdef'

  test('values in the wrong place, cut off, or not accepted', async () => {
    const { line, service, operator } = await open()
    const { channelId, channelSecret, accessToken } = line
    const cases: [Record<string, string>, string, RegExp][] = [
      [{ lineChannelId: hex, lineChannelSecret: channelSecret }, 'form', /contains the channel secret/],
      [{ lineChannelId: '@innkeeper', lineChannelSecret: channelSecret }, 'form', /starts with @/],
      [{ lineChannelId: `U${hex}`, lineChannelSecret: channelSecret }, 'form', /contains a user ID/],
      [{ lineChannelId: 'my bot', lineChannelSecret: channelSecret }, 'form', /must have only digits/],
      [{ lineChannelId: channelId, lineChannelSecret: channelId }, 'form', /like a channel ID/],
      [{ lineChannelId: channelId, lineChannelSecret: accessToken }, 'form', /contains an access token/],
      [
        { lineChannelId: channelId, lineChannelSecret: hex.slice(1) },
        'form',
        /has 31 characters, but it should have 32/,
      ],
      [
        { lineChannelSecret: channelSecret, lineChannelAccessToken: channelSecret },
        'form',
        /contains the channel secret/,
      ],
      [
        { lineChannelSecret: channelSecret, lineChannelAccessToken: accessToken.slice(0, 60) },
        'form',
        /not a complete access token/,
      ],
      [{ lineChannelSecret: channelSecret }, 'credentials', /Enter the channel ID/],
      [{ lineChannelId: channelId, lineChannelSecret: hex }, 'credentials', /Copy both again/],
      [{ lineChannelId: '1', lineChannelSecret: channelSecret }, 'credentials', /Copy both again/],
      [{ lineChannelSecret: channelSecret, lineChannelAccessToken: 'x'.repeat(172) }, 'credentials', /Issue a new one/],
      [{ lineChannelSecret: hex, lineChannelAccessToken: accessToken }, 'credentials', /Copy both again/],
      [
        { lineChannelId: '12', lineChannelSecret: channelSecret, lineChannelAccessToken: accessToken },
        'credentials',
        /another bot account, with the channel ID/,
      ],
    ]
    for (const [values, id, sentence] of cases) {
      const { status, body, text } = await connect(operator, values)
      assert.equal(status, 200, text)
      assert.deepEqual([body.isConnected, body.account, statesOf(body.checks)], [false, null, { [id]: 'failed' }])
      assert.match(body.checks[0].text, sentence)
      assert.equal(body.checks[0].isBlocking, true)
      assert.ok(!text.includes(channelSecret) && !text.includes(accessToken), 'no value is repeated')
    }
    assert.equal((await webhook(service)).status, 404)
    assert.ok((await fieldsOf(operator)).every(({ isSet }) => !isSet))
    const good = await connect(operator, {
      lineChannelSecret: ` ${channelSecret}\n`,
      lineChannelAccessToken: accessToken,
    })
    assert.equal(good.body.isConnected, true, 'spaces around a pasted value do no harm')
  })

  test('unknown values and platforms', async () => {
    const { operator } = await open()
    assert.match((await connect(operator, { timezone: 'UTC' })).body.error, /^timezone is not a value of LINE/)
    assert.equal((await operator.put('/api/operator/platforms/pigeon', { changes: [] })).status, 404)
  })

  test('LINE does not answer', async () => {
    const { line, operator } = await open()
    await line.stop()
    const { body } = await connect(operator, valuesOf(line))
    assert.deepEqual(statesOf(body.checks), { silence: 'failed' })
    assert.match(body.checks[0].text, /Check that this machine has internet access/)
  })

  test("an address that LINE doesn't accept, or can't reach, and a clock that is wrong", async () => {
    const { line, service, operator } = await open({ INNKEEPER_BASE_URL: 'http://inn.example' })
    service.clock.now = Date.now() + 3 * 60 * 60_000
    const { body } = await connect(operator, valuesOf(line))
    assert.equal(body.isConnected, true, 'it can be connected before the address is ready')
    const states = statesOf(body.checks)
    assert.deepEqual([states.address, states.clock, states.delivery], ['failed', 'failed', undefined])
    assert.match(JSON.stringify(body.checks), /doesn’t accept http:\/\/inn\.example\/webhooks\/line/)
    assert.match(JSON.stringify(body.checks), /clock is 180 minutes ahead/)
    const away = await open({ INNKEEPER_BASE_URL: 'http://127.0.0.1:9' })
    const { body: unreached } = await connect(away.operator, valuesOf(away.line))
    assert.equal(statesOf(unreached.checks).delivery, 'failed')
    assert.match(JSON.stringify(unreached.checks), /can’t connect to http:\/\/127\.0\.0\.1:9/)
  })

  test('a proxy that removes headers, redirects, or leads elsewhere', async () => {
    const { line, service, operator } = await open()
    const answers: Record<string, (pass: () => void, reply: ServerResponse) => void> = {
      'its signature doesn’t match': (pass) => pass(),
      'redirects to another address': (_, reply) => reply.writeHead(301, { location: service.url }).end(),
      'Another server answers': (_, reply) => reply.writeHead(404).end(),
      'responded with status 502': (_, reply) => reply.writeHead(502).end(),
    }
    for (const [sentence, act] of Object.entries(answers)) {
      const proxy = createServer((request, reply) => {
        const pass = async () => {
          const body = Buffer.concat(await request.toArray())
          const headers = { 'content-type': 'application/json' }
          const { status } = await fetch(`${service.url}${request.url}`, { method: 'POST', headers, body })
          reply.writeHead(status).end()
        }
        act(() => void pass(), reply)
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      after(() => proxy.close())
      const { port } = proxy.address() as AddressInfo
      const changes = [{ name: 'baseUrl', value: `http://127.0.0.1:${port}` }]
      assert.equal((await operator.put('/api/operator/settings', { changes })).status, 200)
      const { body } = await connect(operator, valuesOf(line))
      const delivery = body.checks.find(({ id }: Check) => id === 'delivery')
      assert.equal(delivery.state, 'failed')
      assert.ok(delivery.text.includes(sentence), delivery.text)
    }
  })

  test('values of another bot than the one that the stored channels belong to, unless that is intended', async () => {
    const { line, service, operator } = await open()
    await connect(operator, valuesOf(line))
    const family = line.addGroup({ name: 'Family', members: [line.addUser({ displayName: 'Mai' })] })
    await family.invite()
    await eventually(
      () => service.store.findAccountId('line'),
      (id) => id !== undefined,
    )
    await service.stop()
    const other = await startSimulator({ rateLimits: null, clock: () => start, botName: 'Other bot' })
    after(() => other.stop())
    const again = await startTestService(
      { ...shared, LINE_API_BASE_URL: other.url, LINE_DATA_API_BASE_URL: other.url },
      { connectors: [], at: service.environment, now: start },
    )
    const caller = await again.caller('U-operator', { isOperator: true })
    const refused = await connect(caller, valuesOf(other))
    assert.equal(statesOf(refused.body.checks)['other-account'], 'failed')
    assert.equal(refused.body.isOtherAccount, true)
    assert.match(JSON.stringify(refused.body.checks), /belong to the bot “Other bot”/)
    const taken = await connect(caller, valuesOf(other), { allowOtherAccount: true })
    assert.deepEqual([taken.body.isConnected, statesOf(taken.body.checks).delivery], [true, 'ok'])
  })
})

test('what the environment sets stays as it is', async () => {
  const { line, operator } = await open({ LINE_CHANNEL_ID: '1', LINE_CHANNEL_SECRET: 'x' })
  const { status, body } = await connect(operator, valuesOf(line))
  assert.equal(status, 400)
  assert.match(body.error, /LINE_CHANNEL_(ID|SECRET) is set by the environment/)
})

// SQLite has one node.
if (isServer) {
  test('other nodes follow within seconds, also when the values change', async () => {
    const { line, service, operator } = await open()
    const node = await startTestService(
      { ...shared, LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url },
      { connectors: [], at: service.environment, now: start },
    )
    await connect(operator, valuesOf(line))
    await eventually(
      () => webhook(node),
      ({ status }) => status === 401,
    )
    assert.equal((await webhook(node)).status, 401)
    const url = `${node.url}/webhooks/line`
    const former = line.channelSecret
    await connect(operator, { lineChannelSecret: line.issueChannelSecret() })
    await eventually(
      () => line.deliver([], { url }),
      ({ status }) => status === 200,
    )
    assert.equal((await line.deliver([], { url })).status, 200, 'the new secret')
    assert.equal((await line.deliver([], { url, signWith: former })).status, 200, 'the former one')
    await operator.delete('/api/operator/platforms/line')
    await eventually(
      () => webhook(node),
      ({ status }) => status === 404,
    )
    assert.equal((await webhook(node)).status, 404)
  })
}

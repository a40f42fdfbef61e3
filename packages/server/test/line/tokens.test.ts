import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineConnector } from '../../src/adapters/line/line-connector.ts'
import { deliveryOf, secret } from './deliver.ts'
import { type Answer, answerWith, json, noConnection, refusal, silence, startPlatform } from './platform.ts'

const issued = (token: string, lifeSeconds = 900) =>
  json(200, { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer' })
const account = json(200, { userId: 'U1', displayName: 'Bot' })

/** A connector that fetches its tokens with channel id and secret. */
function connect(answers: Answer[], clock = () => 0) {
  return answerWith(answers, { channelId: '1234567890', channelSecrets: ['s3cret', 'old'], clock })
}

test('with channel id and secret, tokens are fetched, kept, and renewed before they expire', async (t) => {
  let now = Date.now()
  const { platform } = await startPlatform(t, { simulator: { clock: () => now } })
  const connector = createLineConnector({
    channelSecrets: [platform.channelSecret, 'the old one'],
    channelId: platform.channelId,
    apiBaseUrl: platform.url,
    dataApiBaseUrl: platform.url,
    clock: () => now,
  })
  const countIssued = () => platform.requests.filter(({ path }) => path === '/oauth2/v3/token').length
  await Promise.all([connector.getAccount(), connector.getAccount(), connector.getAccount()])
  assert.equal(countIssued(), 1, 'one request for all waiting callers')
  now += 13 * 60_000
  await connector.getAccount()
  assert.equal(countIssued(), 1, 'kept')
  now += 90_000
  await connector.getAccount()
  assert.equal(countIssued(), 2, 'renewed half a minute before it expires')
  platform.world.accessTokens.clear()
  await connector.getAccount()
  assert.equal(countIssued(), 3, 'renewed when the platform does not accept it')
})

test('a refused token is replaced once, not forever', async () => {
  const refused = json(401, { message: 'Authentication failed' })
  const { connector, calls } = connect([issued('one'), refused, issued('two'), refused])
  await assert.rejects(connector.getAccount(), refusal('forbidden'))
  assert.equal(calls.length, 4)
  assert.deepEqual(
    calls.map(({ headers }) => headers.get('authorization')),
    [null, 'Bearer one', null, 'Bearer two'],
  )
})

test('while a token is valid, a failed renewal does no harm', async () => {
  let now = 0
  const { connector, calls } = connect(
    [issued('one'), account, json(500, {}), account, issued('two'), account],
    () => now,
  )
  await connector.getAccount()
  now = 870_000
  await connector.getAccount()
  assert.equal(calls[3]?.headers.get('authorization'), 'Bearer one')
  now = 901_000
  await connector.getAccount()
  assert.equal(calls[5]?.headers.get('authorization'), 'Bearer two')
})

test('a wrong channel id or secret is reported as such, and neither is shown', async () => {
  const { connector, calls } = connect([
    json(400, { error: 'invalid_client', error_description: 'invalid client_secret s3cret' }),
  ])
  await assert.rejects(connector.getAccount(), (error) => {
    assert.doesNotMatch(String(error), /s3cret/)
    return refusal('forbidden', /check the LINE channel ID and the LINE channel secret/)(error)
  })
  assert.equal(calls[0]?.body, 'grant_type=client_credentials&client_id=1234567890&client_secret=s3cret')
  assert.equal(calls[0]?.url, 'https://api.example.com/oauth2/v3/token')
})

test('an answer without a usable token counts as no response', async () => {
  for (const answer of [json(200, {}), issued(''), issued('a b'), issued('x', 0), json(500, {}), noConnection])
    await assert.rejects(connect([answer]).connector.getAccount(), silence())
})

test('without any token, calls are refused with advice, and deliveries still come in', async () => {
  const apiBaseUrl = 'https://api.example.com'
  const connector = createLineConnector({
    channelSecrets: [secret],
    apiBaseUrl,
    dataApiBaseUrl: apiBaseUrl,
    clock: () => 0,
  })
  await assert.rejects(connector.getAccount(), refusal('forbidden', /without a channel access token or a channel ID/))
  assert.equal(connector.webhook.open(deliveryOf('{"events":[]}')).kind, 'taken')
})

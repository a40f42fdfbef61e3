import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { openLine } from './support.ts'

const minuteMs = 60_000
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const assertionKeys = { 'key-1': publicKey.export({ type: 'spki', format: 'pem' }).toString() }

async function openTokens() {
  const opened = await openLine({ assertionKeys })
  const { line } = opened
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(line.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const secret = { grant_type: 'client_credentials', client_id: line.channelId, client_secret: line.channelSecret }
  const isGood = async (token: string) =>
    (await opened.call('GET /v2/bot/info', undefined, { authorization: `Bearer ${token}` })).status === 200
  const assertionOf = (changes: object = {}, kid = 'key-1') => {
    const exp = Math.floor(opened.time.now / 1_000) + 1_700
    const claims = {
      iss: line.channelId,
      sub: line.channelId,
      aud: 'https://api.line.me/',
      exp,
      token_exp: 3_600,
      ...changes,
    }
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const byJwt = (client_assertion: string) => ({
    grant_type: 'client_credentials',
    client_assertion_type: jwtBearer,
    client_assertion,
  })
  return { ...opened, post, secret, isGood, assertionOf, byJwt }
}

test('a stateless token is valid for 15 minutes and cannot be revoked', async () => {
  const { post, secret, isGood, time } = await openTokens()
  const { body } = await post('/oauth2/v3/token', secret)
  assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 900])
  await post('/v2/oauth/revoke', { access_token: body.access_token })
  time.now += 15 * minuteMs - 1
  assert.equal(await isGood(body.access_token), true)
  time.now += 1
  assert.equal(await isGood(body.access_token), false)
})

test('a wrong secret or grant gets no token', async () => {
  const { post, secret } = await openTokens()
  const wrong = await post('/oauth2/v3/token', { ...secret, client_secret: 'wrong' })
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_client'])
  assert.equal((await post('/v2/oauth/accessToken', { ...secret, grant_type: 'password' })).status, 400)
})

test('the thirty-first short-lived token replaces the oldest', async () => {
  const { post, secret, isGood } = await openTokens()
  const tokens: string[] = []
  for (let index = 0; index < 31; index++) tokens.push((await post('/v2/oauth/accessToken', secret)).body.access_token)
  assert.deepEqual(await Promise.all([0, 1, 30].map((index) => isGood(tokens[index] ?? ''))), [false, true, true])
})

test('a signed assertion gets a v2.1 token with the requested lifetime, and thirty tokens at most', async () => {
  const { post, byJwt, assertionOf, isGood, time, line } = await openTokens()
  const { body } = await post('/oauth2/v2.1/token', byJwt(assertionOf()))
  assert.deepEqual([body.expires_in, typeof body.key_id], [3_600, 'string'])
  const query = new URLSearchParams({ client_assertion_type: jwtBearer, client_assertion: assertionOf() })
  const listed = await (await fetch(`${line.url}/oauth2/v2.1/tokens/kid?${query}`)).json()
  assert.deepEqual(listed, { kids: [body.key_id] })
  for (let index = 1; index < 30; index++) await post('/oauth2/v2.1/token', byJwt(assertionOf()))
  const refused = await post('/oauth2/v2.1/token', byJwt(assertionOf()))
  assert.match(refused.body.error_description, /maximum number of access tokens/)
  time.now += 60 * minuteMs
  assert.equal(await isGood(body.access_token), false)
  assert.equal((await post('/oauth2/v2.1/token', byJwt(assertionOf()))).status, 200, 'the old ones have expired')
  assert.equal((await post('/oauth2/v3/token', byJwt(assertionOf()))).body.expires_in, 900)
})

test('an invalid assertion gets no token', async () => {
  const { post, byJwt, assertionOf } = await openTokens()
  const status = async (assertion: string) => (await post('/oauth2/v2.1/token', byJwt(assertion))).status
  assert.equal(await status(assertionOf({}, 'unknown')), 404)
  assert.equal(await status(`${assertionOf()}x`), 400)
  assert.equal(await status(assertionOf({ iss: 'another' })), 400)
  assert.equal(await status(assertionOf({ exp: 4_000_000_000 })), 400)
  assert.equal(await status('nonsense'), 404)
})

test('a token can be verified and revoked', async () => {
  const { line, post, secret, isGood } = await openTokens()
  const { access_token } = (await post('/v2/oauth/accessToken', secret)).body
  const verified = (await post('/v2/oauth/verify', { access_token })).body
  assert.deepEqual([verified.client_id, verified.expires_in], [line.channelId, 30 * 86_400])
  assert.equal((await fetch(`${line.url}/oauth2/v2.1/verify?access_token=${access_token}`)).status, 200)
  assert.equal((await post('/v2/oauth/revoke', { access_token })).status, 200)
  assert.equal(await isGood(access_token), false)
  const gone = await post('/v2/oauth/verify', { access_token })
  assert.deepEqual(gone.body, { error: 'invalid_request', error_description: 'The access token expired' })
})

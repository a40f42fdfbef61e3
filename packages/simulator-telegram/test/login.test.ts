import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import type { SimulatorOptions } from '../src/index.ts'
import { openTelegram } from './support/telegram.ts'

const redirectUri = 'http://127.0.0.1:9/signed-in'
const verifier = 'a'.repeat(43)

async function openLogin(options: SimulatorOptions = {}) {
  const opened = await openTelegram({ login: { redirectUris: [redirectUri] }, ...options })
  const { telegram, mai } = opened
  const ask = async (query: Record<string, string> = {}) => {
    const usual = {
      client_id: telegram.login.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      state: 'state',
      nonce: 'nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      as: String(mai.id),
    }
    const response = await fetch(`${telegram.url}/auth?${new URLSearchParams({ ...usual, ...query })}`, {
      redirect: 'manual',
    })
    const target = response.headers.get('location')
    const answer = target === null ? {} : Object.fromEntries(new URL(target).searchParams)
    return { status: response.status, answer: answer as Record<string, string>, text: await response.text() }
  }
  const exchange = async (code = '', fields: Record<string, string> = {}, secret = telegram.login.clientSecret) => {
    const usual = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    const response = await fetch(`${telegram.url}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${telegram.login.clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...usual, ...fields }),
    })
    const body = (await response.json()) as { id_token: string; error?: string }
    return { status: response.status, body }
  }
  const keys = async () => {
    const response = await fetch(`${telegram.url}/.well-known/jwks.json`)
    const { keys: published } = (await response.json()) as { keys: (object & { kid: string })[] }
    return published
  }
  return { ...opened, ask, exchange, keys }
}

function open(token: string) {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const isSignedBy = (jwk: object) =>
    verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      createPublicKey({ key: { ...jwk }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  return { head: read(head), claims: read(payload), signature, isSignedBy }
}

test('a person signs in and gets a token with their id, which is not the subject', async () => {
  const { telegram, mai, ask, exchange, keys, time } = await openLogin()
  const { answer } = await ask()
  assert.equal(answer.state, 'state')
  const { status, body } = await exchange(answer.code)
  assert.equal(status, 200)
  const { head, claims, isSignedBy } = open(body.id_token)
  const [key = { kid: '' }] = await keys()
  assert.deepEqual(head, { typ: 'JWT', alg: 'RS256', kid: key.kid })
  assert.equal(isSignedBy(key), true)
  const { iss, aud, id, sub, nonce, name, exp } = claims
  assert.deepEqual(
    [iss, aud, id, nonce, name],
    ['https://oauth.telegram.org', telegram.login.clientId, mai.id, 'nonce', 'Mai T.'],
  )
  assert.notEqual(sub, String(mai.id))
  assert.equal(exp, time.now / 1_000 + 3_600)
  assert.equal((await exchange(answer.code)).body.error, 'invalid_grant', 'a code works once')
})

test('requests that are wrong are refused', async () => {
  const { ask, exchange, time } = await openLogin()
  assert.equal((await ask({ client_id: '1' })).status, 400)
  assert.equal((await ask({ redirect_uri: 'http://elsewhere.example/' })).status, 400)
  assert.equal((await ask({ scope: 'profile' })).answer.error, 'invalid_scope')
  assert.equal((await ask({ as: 'nobody' })).answer.error, 'access_denied')
  assert.equal((await ask({ response_type: 'token' })).answer.error, 'invalid_request')
  assert.equal((await exchange((await ask()).answer.code, {}, 'wrong')).status, 401)
  assert.equal(
    (await exchange((await ask()).answer.code, { code_verifier: 'b'.repeat(43) })).body.error,
    'invalid_grant',
  )
  assert.equal((await exchange((await ask()).answer.code, { redirect_uri: 'http://127.0.0.1:9/' })).status, 400)
  const { answer } = await ask()
  time.now += 10 * 60_000
  assert.equal((await exchange(answer.code)).body.error, 'invalid_grant')
})

test('keys rotate, and the old ones stay published unless they are withdrawn', async () => {
  const { telegram, ask, exchange, keys } = await openLogin()
  const first = open((await exchange((await ask()).answer.code)).body.id_token)
  telegram.login.rotateKeys()
  const second = open((await exchange((await ask()).answer.code)).body.id_token)
  const published = await keys()
  assert.equal(published.length, 2)
  assert.notEqual(first.head.kid, second.head.kid)
  assert.equal(second.isSignedBy(published[0] ?? {}), true)
  assert.equal(first.isSignedBy(published[1] ?? {}), true)
  assert.equal(first.isSignedBy(published[0] ?? {}), false)
  telegram.login.rotateKeys({ keepsOld: false })
  assert.equal((await keys()).length, 1)
})

test('a token can be wrong in every way', async () => {
  const { telegram, ask, exchange, keys } = await openLogin()
  const next = async () => open((await exchange((await ask()).answer.code)).body.id_token)
  telegram.login.forgeNext({ claims: { aud: '1', nonce: undefined } })
  const changed = await next()
  assert.deepEqual([changed.claims.aud, 'nonce' in changed.claims], ['1', false])
  telegram.login.forgeNext({ signature: 'unsigned' })
  const unsigned = await next()
  assert.deepEqual([unsigned.head.alg, unsigned.signature], ['none', ''])
  telegram.login.forgeNext({ signature: 'hmac' })
  assert.equal((await next()).head.alg, 'HS256')
  const [key = { kid: '' }] = await keys()
  for (const signature of ['unknown-key', 'damaged'] as const) {
    telegram.login.forgeNext({ signature })
    assert.equal((await next()).isSignedBy(key), false, signature)
  }
  assert.equal((await next()).isSignedBy(key), true, 'only the next one is wrong')
})

test('the page asks who signs in', async () => {
  const { telegram, ask } = await openLogin()
  telegram.addUser({ firstName: '<script>' })
  const page = await fetch(
    `${telegram.url}/auth?${new URLSearchParams({ client_id: telegram.login.clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  const text = await page.text()
  assert.match(text, /Mai T\./)
  assert.equal(text.includes('<script>'), false)
  assert.equal((await ask()).status, 302)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createTelegramLogin } from '../../src/adapters/telegram/signing-in/telegram-login.ts'
import type { SignInTrip } from '../../src/domain/accounts/sign-in-trip.ts'
import { token } from './platform.ts'
import { bot } from './reading.ts'

const issuer = 'https://oauth.telegram.org'
const clientId = String(bot.id)
const now = 1_790_000_000_000
const trip: SignInTrip = {
  platform: 'telegram',
  state: 's',
  nonce: 'n-1',
  verifier: 'v',
  endsAt: now,
  browser: { held: [], adds: false },
}
const returnUrl = 'https://inn.example.com/back'
const valid = { sub: '1234123412341234123', id: 5550001111, nonce: 'n-1' }

async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}
type Key = Awaited<ReturnType<typeof createKey>>

function sign({ kid, privateKey }: Key, claims: object, times: { issued?: number; expires?: number } = {}) {
  return new SignJWT({ iss: issuer, aud: clientId, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuedAt(times.issued ?? now / 1000)
    .setExpirationTime(times.expires ?? now / 1000 + 300)
    .sign(privateKey)
}

function openLogin(platform: { idToken: string; keys: object[] }) {
  const requests: Request[] = []
  let time = now
  const login = createTelegramLogin({
    token,
    clientSecret: 'client-secret',
    loginBaseUrl: issuer,
    clock: () => time,
    fetch: async (input, init) => {
      const request = new Request(String(input), init)
      requests.push(request)
      if (request.url === `${issuer}/.well-known/jwks.json`) return Response.json({ keys: platform.keys })
      return Response.json({ id_token: platform.idToken })
    },
  })
  return { login, requests, advance: (ms: number) => (time += ms) }
}

async function identify(idToken: string, keys: object[]) {
  return await openLogin({ idToken, keys }).login.identify({ code: 'c' }, trip, returnUrl)
}

test('who signs in is known by the id of chats, and not by the subject', async () => {
  const key = await createKey('a')
  const { login, requests } = openLogin({ idToken: await sign(key, valid), keys: [key.jwk] })
  const url = new URL(login.addressFor(trip, returnUrl))
  assert.equal(url.origin + url.pathname, `${issuer}/auth`)
  assert.equal(url.searchParams.get('client_id'), clientId)
  assert.equal(url.searchParams.get('nonce'), 'n-1')
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
  assert.deepEqual(await login.identify({ code: 'c' }, trip, returnUrl), { kind: 'known', userId: 'tg:5550001111' })
  const [asked] = requests
  const basic = Buffer.from(`${clientId}:client-secret`).toString('base64')
  assert.equal(asked?.headers.get('authorization'), `Basic ${basic}`)
  assert.equal(new URLSearchParams(await asked?.text()).get('code_verifier'), 'v')
})

test('a token that is not for this sign-in, or not signed by Telegram, signs no one in', async () => {
  const key = await createKey('a')
  const other = await createKey('a')
  const shared = await new SignJWT({ iss: issuer, aud: clientId, ...valid })
    .setProtectedHeader({ alg: 'HS256', kid: 'a' })
    .setIssuedAt(now / 1000)
    .setExpirationTime(now / 1000 + 300)
    .sign(new TextEncoder().encode(JSON.stringify(key.jwk)))
  const unsigned = new UnsecuredJWT({
    iss: issuer,
    aud: clientId,
    ...valid,
    exp: now / 1000 + 300,
    iat: now / 1000,
  }).encode()
  const { id: _, ...withoutId } = valid
  const bad = {
    'another audience': await sign(key, { ...valid, aud: '999' }),
    'two audiences': await sign(key, { ...valid, aud: [clientId, '999'] }),
    'another issuer': await sign(key, { ...valid, iss: 'https://evil.example' }),
    'another sign-in': await sign(key, { ...valid, nonce: 'n-2' }),
    'no nonce': await sign(key, { ...valid, nonce: undefined }),
    expired: await sign(key, valid, { expires: now / 1000 - 120 }),
    'no id': await sign(key, withoutId),
    'another key': await sign(other, valid),
    'a shared secret': shared,
    'no signature': unsigned,
    'no token': 'x.y.z',
  }
  for (const [what, idToken] of Object.entries(bad)) {
    assert.equal((await identify(idToken, [key.jwk])).kind, 'failed', what)
  }
  assert.equal((await identify(await sign(key, valid), [key.jwk])).kind, 'known')
})

test('a new key of Telegram is noticed, and invented keys do not make us ask all the time', async () => {
  const [first, second] = [await createKey('a'), await createKey('b')]
  const platform = { idToken: await sign(first, valid), keys: [first.jwk] as object[] }
  const { login, requests, advance } = openLogin(platform)
  const kind = async () => (await login.identify({ code: 'c' }, trip, returnUrl)).kind
  const asked = () => requests.filter(({ url }) => url.endsWith('jwks.json')).length
  assert.equal(await kind(), 'known')
  platform.idToken = await sign(second, valid)
  assert.equal(await kind(), 'failed')
  assert.equal(asked(), 1)
  platform.keys = [first.jwk, second.jwk]
  advance(31_000)
  assert.equal(await kind(), 'known')
  assert.equal(asked(), 2)
})

test('someone who declines is told so, and other ends are failures', async () => {
  const { login } = openLogin({ idToken: '', keys: [] })
  const end = async (query: Record<string, string>) => (await login.identify(query, trip, returnUrl)).kind
  assert.equal(await end({ error: 'access_denied' }), 'denied')
  assert.equal(await end({ error: 'server_error' }), 'failed')
  assert.equal(await end({}), 'failed')
})

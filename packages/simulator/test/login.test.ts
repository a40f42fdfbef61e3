import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { openLine } from './support.ts'

const back = 'http://127.0.0.1/back'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function openLogin() {
  const opened = await openLine({ loginRedirectUris: [back] })
  const { line, mai } = opened
  const { channelId, channelSecret } = line.login
  const agree = async (changes: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: channelId,
      redirect_uri: back,
      state: 'state-1',
      scope: 'openid profile',
      nonce: 'nonce-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      as: mai.userId,
      ...changes,
    })
    const response = await fetch(`${line.url}/oauth2/v2.1/authorize?${query}`, { redirect: 'manual' })
    const target = response.headers.get('location')
    const answer = target === null ? {} : Object.fromEntries(new URL(target).searchParams)
    return { status: response.status, text: await response.text(), answer: answer as Record<string, string> }
  }
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(line.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    post('/oauth2/v2.1/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: back,
      client_id: channelId,
      client_secret: channelSecret,
      code_verifier: verifier,
      ...changes,
    })
  const get = async (path: string, token: string) => {
    const response = await fetch(line.url + path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ...opened, agree, post, exchange, get }
}

test('a person signs in on the page, and the code is exchanged for tokens that identify them', async () => {
  const { agree, exchange, get, line, mai, time } = await openLogin()
  const { status, answer } = await agree()
  assert.deepEqual([status, answer.state], [302, 'state-1'])
  const { body } = await exchange(answer.code ?? '')
  const [head = '', payload = '', signature] = body.id_token.split('.')
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'HS256' })
  const wanted = createHmac('sha256', line.login.channelSecret).update(`${head}.${payload}`).digest('base64url')
  assert.equal(signature, wanted, 'signed with the channel secret')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  assert.deepEqual(
    [claims.iss, claims.sub, claims.aud, claims.nonce, claims.iat],
    ['https://access.line.me', mai.userId, line.login.channelId, 'nonce-1', time.now / 1_000],
  )
  assert.equal((await get('/v2/profile', body.access_token)).body.displayName, 'Mai')
  assert.equal((await get('/oauth2/v2.1/userinfo', body.access_token)).body.sub, mai.userId)
  assert.equal((await get(`/oauth2/v2.1/verify?access_token=${body.access_token}`, '')).body.scope, 'openid profile')
})

test('a code works once, for ten minutes, and only with its verifier and redirect URI', async () => {
  const { agree, exchange, time } = await openLogin()
  const code = async () => (await agree()).answer.code ?? ''
  const used = await code()
  assert.equal((await exchange(used)).status, 200)
  assert.equal((await exchange(used)).body.error, 'invalid_grant')
  for (const wrong of [
    { code_verifier: 'w'.repeat(43) },
    { code_verifier: 'short' },
    { redirect_uri: `${back}/else` },
  ] as Record<string, string>[]) {
    assert.equal((await exchange(await code(), wrong)).status, 400, JSON.stringify(wrong))
  }
  assert.equal((await exchange(await code(), { client_secret: 'x' })).body.error, 'invalid_client')
  const late = await code()
  time.now += 10 * 60_000
  assert.equal((await exchange(late)).status, 400)
})

test('the page reports refusals and invalid requests, and never redirects to an unregistered address', async () => {
  const { agree } = await openLogin()
  assert.equal((await agree({ as: 'nobody' })).answer.error, 'ACCESS_DENIED')
  assert.equal((await agree({ state: '' })).answer.error, 'INVALID_REQUEST')
  assert.equal((await agree({ scope: 'everything' })).answer.error, 'INVALID_SCOPE')
  assert.equal((await agree({ code_challenge_method: 'plain' })).answer.error, 'INVALID_REQUEST')
  for (const wrong of [{ redirect_uri: 'http://evil.example/' }, { client_id: '1' }] as Record<string, string>[]) {
    const { status, answer } = await agree(wrong)
    assert.deepEqual([status, answer], [400, {}])
  }
  assert.equal((await agree({ redirect_uri: `${back}?next=1` })).status, 302, 'extra query parameters are allowed')
})

test('verifying an ID token reports what is wrong with it', async () => {
  const { agree, exchange, post, line, time } = await openLogin()
  const { id_token } = (await exchange((await agree()).answer.code ?? '')).body
  const verify = (changes: Record<string, string> = {}) =>
    post('/oauth2/v2.1/verify', { id_token, client_id: line.login.channelId, ...changes })
  assert.equal((await verify({ nonce: 'nonce-1' })).status, 200)
  const problemOf = async (changes: Record<string, string>) => (await verify(changes)).body.error_description
  assert.equal(await problemOf({ nonce: 'other' }), 'Invalid IdToken Nonce.')
  assert.equal(await problemOf({ client_id: 'other' }), 'Invalid IdToken Audience.')
  assert.equal(await problemOf({ id_token: `${id_token}x` }), 'Invalid IdToken.')
  assert.equal(await problemOf({ id_token: 'a.b.c' }), 'Invalid IdToken.')
  time.now += 3_600_000
  assert.equal(await problemOf({}), 'IdToken expired.')
})

test('user tokens can be refreshed and revoked, and end when the user is deauthorized', async () => {
  const { agree, exchange, post, get, line } = await openLogin()
  const { access_token, refresh_token } = (await exchange((await agree()).answer.code ?? '')).body
  const client = { client_id: line.login.channelId, client_secret: line.login.channelSecret }
  const second = (await post('/oauth2/v2.1/token', { grant_type: 'refresh_token', refresh_token, ...client })).body
  assert.equal(second.refresh_token, refresh_token)
  await post('/oauth2/v2.1/revoke', { access_token, ...client })
  assert.equal((await get('/v2/profile', access_token)).status, 401)
  assert.equal((await get('/v2/profile', second.access_token)).status, 200, 'control: the other token works')
  const ended = await fetch(`${line.url}/user/v1/deauthorize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${line.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userAccessToken: second.access_token }),
  })
  assert.equal(ended.status, 204)
  assert.equal((await get('/v2/profile', second.access_token)).status, 401)
})

test('without a chosen user the page lists everyone and a way to cancel, and no name can inject a script', async () => {
  const { line, mai } = await openLogin()
  line.addUser({ displayName: '<script>alert(1)</script>' })
  const query = {
    response_type: 'code',
    client_id: line.login.channelId,
    redirect_uri: back,
    state: 's',
    scope: 'openid',
  }
  const response = await fetch(`${line.url}/oauth2/v2.1/authorize?${new URLSearchParams(query)}`)
  const page = await response.text()
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; /)
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;') && !page.includes('<script>alert'))
  const links = [...page.matchAll(/<a (?:class="cancel" )?href="([^"]+)"/g)].map(([, href = '']) => href)
  const chosen = links.map((href) => new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]).get('as'))
  assert.equal(chosen[0], mai.userId)
  assert.equal(chosen.at(-1), 'nobody')
  for (const [, file = ''] of page.matchAll(/(?:href|src)="(\/chat\/page\/[^"]+)"/g)) {
    assert.equal((await fetch(line.url + file)).status, 200, file)
  }
})

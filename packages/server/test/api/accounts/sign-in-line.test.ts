import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startLineTestService } from '../../support/line/line.ts'
import { startTestService } from '../../support/test-service.ts'

const baseUrl = 'https://inn.example'
const channelId = '2000000001'
const channelSecret = '0123456789abcdef0123456789abcdef'
const settings = {
  INNKEEPER_BASE_URL: baseUrl,
  LINE_LOGIN_CHANNEL_ID: channelId,
  LINE_LOGIN_CHANNEL_SECRET: channelSecret,
}
const problem = (word: string) => `/sign-in?problem=${word}`

const { service, line } = await startLineTestService(settings, {
  loginChannelId: channelId,
  loginChannelSecret: channelSecret,
  loginRedirectUris: [`${baseUrl}/sign-in/with/line/back`],
})
const start = service.clock.now
const { port } = new URL(service.url)
const trip = `__Host-innkeeper-trip-${port}`
const signIn = `__Host-innkeeper-${port}`
const mai = line.addUser({ displayName: 'Mai' })

/** Where a browser that comes from another site is redirected to. */
async function follow(browser: Browser, path: string): Promise<string> {
  const answer = await browser.from({ 'sec-fetch-site': 'cross-site' }).get(path)
  assert.equal(answer.status, 302, answer.text)
  return answer.headers.get('location') ?? ''
}

/** Goes to LINE, where this person agrees, or `nobody` does. Returns the path that LINE redirects back to. */
async function agree(browser: Browser, as: string = mai.userId): Promise<string> {
  const page = await follow(browser, '/sign-in/with/line')
  const { status, headers } = await fetch(`${page}&as=${as}`, { redirect: 'manual' })
  const address = headers.get('location') ?? ''
  assert.ok(status === 302 && address.startsWith(`${baseUrl}/`), address)
  return address.slice(baseUrl.length)
}

const userOf = async (browser: Browser) => (await browser.get('/api/me')).body.userId

test('a person can sign in with LINE and has the same identity as in their groups', async () => {
  const group = line.addGroup({ name: 'Club', members: [mai] })
  await group.invite()
  await group.say(mai, '/claim')
  const browser = openBrowser(service)
  const { platforms, chatLinks, connectedPlatforms } = (await browser.get('/sign-in/ways')).body
  assert.deepEqual(
    [platforms, chatLinks, connectedPlatforms],
    [[{ platform: 'line', name: 'LINE' }], true, ['line', 'fake']],
  )
  assert.equal(await follow(browser, await agree(browser)), '/')
  assert.equal(await userOf(browser), mai.userId)
  assert.equal((await browser.get(`/api/channels/${group.groupId}`)).body.role, 'owner')
  const { signIns } = (await browser.get('/api/sign-ins')).body
  assert.deepEqual([signIns.length, signIns[0].way, signIns[0].scope], [1, 'platform', 'full'])
  assert.equal(browser.cookies.has(trip), false, 'the cookie for the trip is removed')
})

test('signing in again with LINE ends the sign-in that the browser had, though the way back does not send it', async () => {
  const browser = openBrowser(service)
  const before = openBrowser(service)
  assert.equal(await follow(browser, await agree(browser)), '/')
  before.cookies.set(signIn, browser.cookies.get(signIn) ?? '')
  assert.equal(await userOf(before), mai.userId)
  const path = await agree(browser)
  browser.cookies.delete(signIn)
  assert.equal(await userOf(before), mai.userId, 'just going there does not sign out')
  assert.equal(await follow(browser, path), '/')
  assert.equal(await userOf(browser), mai.userId)
  assert.equal(await userOf(before), undefined)
})

test('the request to LINE has a state, a nonce and a challenge, each new, and no secret', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const browser = openBrowser(service)
      const answer = await browser.get('/sign-in/with/line')
      assert.match(
        answer.headers.getSetCookie()[0] ?? '',
        /^__Host-innkeeper-trip-\d+=[\w.-]+; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
      )
      return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
    }),
  )
  assert.ok(first && second)
  const { state, nonce, code_challenge: challenge, ...rest } = first
  assert.deepEqual(rest, {
    response_type: 'code',
    client_id: channelId,
    redirect_uri: `${baseUrl}/sign-in/with/line/back`,
    scope: 'openid profile',
    code_challenge_method: 'S256',
  })
  assert.match(challenge ?? '', /^[\w-]{43}$/)
  for (const name of ['state', 'nonce', 'code_challenge']) assert.notEqual(first[name], second[name])
  assert.ok(state !== nonce && !JSON.stringify(first).includes(channelSecret))
})

test('a person who cancels at LINE is redirected back to the page, which can say so', async () => {
  const browser = openBrowser(service)
  assert.equal(await follow(browser, await agree(browser, 'nobody')), problem('denied'))
  assert.equal(await userOf(browser), undefined)
})

test('a redirect back that did not start in this browser, or started too long ago, has expired', async () => {
  const browser = openBrowser(service)
  const path = await agree(browser)
  assert.equal(await follow(openBrowser(service), path), problem('expired'), 'another browser')
  const forger = openBrowser(service)
  const [, ...rest] = (browser.cookies.get(trip) ?? '').split('.')
  for (const forged of ['', 'x', `other.${rest.join('.')}`, `line.${rest.slice(0, -1).join('.')}.AAAA`]) {
    forger.cookies.set(trip, forged)
    assert.equal(await follow(forger, path), problem('expired'), forged)
  }
  service.clock.now = start + 10 * 60_000
  assert.equal(await follow(browser, path), problem('expired'))
  service.clock.now = start
})

test('a state from someone else is refused, so no one is signed in as another person', async () => {
  const [victim, attacker] = [openBrowser(service), openBrowser(service)]
  const theirs = await agree(attacker)
  await agree(victim)
  assert.equal(await follow(victim, theirs), problem('failed'))
  const own = await agree(victim)
  const withoutState = own.replace(/state=[^&]*/, 'state=')
  assert.equal(await follow(victim, withoutState), problem('failed'))
  assert.equal(victim.cookies.size, 0)
})

test('a code works once, and only with the secret of the browser that requested it', async () => {
  const browser = openBrowser(service)
  const path = await agree(browser)
  const kept = browser.cookies.get(trip) ?? ''
  assert.equal(await follow(browser, path), '/')
  const again = openBrowser(service)
  again.cookies.set(trip, kept)
  assert.equal(await follow(again, path), problem('failed'))
  const [one, other] = [openBrowser(service), openBrowser(service)]
  const codeOf = (address: string) => /code=([^&]*)/.exec(address)?.[1] ?? ''
  const [stolen, mine] = [await agree(one), await agree(other)]
  assert.equal(await follow(other, mine.replace(codeOf(mine), codeOf(stolen))), problem('failed'))
})

test('when LINE gives no valid response, the page can say that it failed', async () => {
  for (const fault of ['500', 'drop', 'html-page'] as const) {
    const browser = openBrowser(service)
    const path = await agree(browser)
    line.faults.add({ on: 'POST /oauth2/v2.1/token', do: fault, times: 1 })
    assert.equal(await follow(browser, path), problem('failed'), fault)
  }
})

test('a platform that is not set up is not found', async () => {
  const without = await startTestService()
  const { platforms, chatLinks, connectedPlatforms } = (await openBrowser(without).get('/sign-in/ways')).body
  assert.deepEqual([platforms, chatLinks, connectedPlatforms], [[], false, ['fake']])
  for (const path of ['/sign-in/with/line', '/sign-in/with/line/back', '/sign-in/with/__proto__']) {
    assert.equal((await openBrowser(without).get(path)).status, 404, path)
  }
  await without.stop()
})

type Claims = Record<string, unknown>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hs256 = (head: object, claims: Claims, secret = channelSecret) => {
  const text = `${encode(head)}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signed = (head: object, claims: Claims, how: 'ec' | 'rsa') => {
  const text = `${encode(head)}.${encode(claims)}`
  const key = how === 'ec' ? { key: ec.privateKey, dsaEncoding: 'ieee-p1363' as const } : { key: rsa.privateKey }
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

const seconds = start / 1000
const head = { typ: 'JWT', alg: 'HS256' }
const good = (nonce: string): Claims => ({
  iss: 'https://access.line.me',
  sub: 'U4af4980629',
  aud: channelId,
  exp: seconds + 3600,
  iat: seconds,
  nonce,
})
const without = (claims: Claims, name: string) => ({ ...claims, [name]: undefined })

const tokens: [what: string, make: (nonce: string) => unknown, isTaken: boolean][] = [
  ['as LINE issues it', (nonce) => hs256(head, good(nonce)), true],
  ['signed with another secret', (nonce) => hs256(head, good(nonce), 'another secret'), false],
  ['not signed (alg none)', (nonce) => `${encode({ alg: 'none' })}.${encode(good(nonce))}.`, false],
  ['alg none, with a signature', (nonce) => hs256({ alg: 'none' }, good(nonce)), false],
  [
    'ES256 by a key that it names itself',
    (nonce) => signed({ alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) }, good(nonce), 'ec'),
    false,
  ],
  ['RS256', (nonce) => signed({ alg: 'RS256' }, good(nonce), 'rsa'), false],
  ['HS512 in name', (nonce) => hs256({ alg: 'HS512' }, good(nonce)), false],
  ['with an empty secret', (nonce) => hs256(head, good(nonce), ''), false],
  ['of another sign-in', () => hs256(head, good('another')), false],
  ['without a nonce', (nonce) => hs256(head, without(good(nonce), 'nonce')), false],
  ['for another channel', (nonce) => hs256(head, { ...good(nonce), aud: '2000000002' }), false],
  ['for us and others', (nonce) => hs256(head, { ...good(nonce), aud: [channelId, '2000000002'] }), false],
  ['of another issuer', (nonce) => hs256(head, { ...good(nonce), iss: 'https://evil.example' }), false],
  ['expired', (nonce) => hs256(head, { ...good(nonce), exp: seconds - 61 }), false],
  ['without an expiry', (nonce) => hs256(head, without(good(nonce), 'exp')), false],
  ['with an empty subject', (nonce) => hs256(head, { ...good(nonce), sub: '' }), false],
  ['with a number as subject', (nonce) => hs256(head, { ...good(nonce), sub: 7 }), false],
  ['with a strange subject', (nonce) => hs256(head, { ...good(nonce), sub: 'U\n1' }), false],
  ['nonsense', () => 'a.b.c', false],
  ['missing', () => undefined, false],
]

test('only an ID token that LINE issued for this exact sign-in is accepted', async () => {
  let next: (nonce: string) => unknown = () => undefined
  let nonce = ''
  const api = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id_token: next(nonce) }))
  })
  after(() => api.close())
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const fresh = await startTestService({ ...settings, LINE_API_BASE_URL: address })
  for (const [what, make, isTaken] of tokens) {
    const browser = openBrowser(fresh)
    const page = new URL(await follow(browser, '/sign-in/with/line'))
    next = make
    nonce = page.searchParams.get('nonce') ?? ''
    const to = await follow(browser, `/sign-in/with/line/back?code=c&state=${page.searchParams.get('state')}`)
    assert.equal(to, isTaken ? '/' : problem('failed'), what)
    assert.equal(await userOf(browser), isTaken ? 'U4af4980629' : undefined, what)
  }
  await fresh.stop()
})

test('after too many failures LINE is not asked again for a while', async () => {
  const fresh = await startTestService({ ...settings, INNKEEPER_AUTH_RATE_LIMIT: '2', LINE_API_BASE_URL: line.url })
  const asked = () => line.requests.filter(({ path }) => path === '/oauth2/v2.1/token').length
  const before = asked()
  for (let tries = 0; tries < 4; tries++) {
    const browser = openBrowser(fresh)
    const page = new URL(await follow(browser, '/sign-in/with/line'))
    const path = `/sign-in/with/line/back?code=guess&state=${page.searchParams.get('state')}`
    assert.equal(await follow(browser, path), problem('failed'))
  }
  assert.equal(asked() - before, 2)
  await fresh.stop()
})

test('two simultaneous failures are both redirected back to the page, whatever is left of the limit', async () => {
  const waiting: ServerResponse[] = []
  const api = createServer((_, response) => {
    waiting.push(response)
    if (waiting.length < 2) return
    for (const one of waiting) one.writeHead(400, { 'content-type': 'application/json' }).end('{}')
  })
  after(() => api.close())
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const fresh = await startTestService({ ...settings, INNKEEPER_AUTH_RATE_LIMIT: '1', LINE_API_BASE_URL: address })
  const targets = await Promise.all(
    [1, 2].map(async () => {
      const browser = openBrowser(fresh)
      const page = new URL(await follow(browser, '/sign-in/with/line'))
      return await follow(browser, `/sign-in/with/line/back?code=c&state=${page.searchParams.get('state')}`)
    }),
  )
  assert.deepEqual(targets, [problem('failed'), problem('failed')])
  await fresh.stop()
})

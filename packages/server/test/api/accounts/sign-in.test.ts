import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signInWithLink } from '../../../src/actions/accounts/sign-ins.ts'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { type Browser, firefox, openBrowser } from '../../support/http/browser.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const cookieName = `__Host-innkeeper-${new URL(service.url).port}`
const day = 86_400_000
const refused = { error: 'Authentication failed' }
const deps = { store: service.store, clock: () => service.clock.now }
const linkFor = async (userId: string) => (await issueLinkCode(deps, userId)).code

/** A browser that a person signed in with their key. */
async function withKey(
  userId: string,
  options: Parameters<typeof service.caller>[1] = {},
): Promise<Browser & { keyId: string }> {
  const caller = await service.caller(userId, options)
  const { body } = await caller.get('/api/me')
  const browser = openBrowser(service)
  const answer = await browser.request('POST', '/api/sign-ins', {
    headers: { authorization: caller.authorization ?? '' },
  })
  assert.equal(answer.status, 201, answer.text)
  return { ...browser, keyId: body.key.id }
}

async function withLink(userId: string): Promise<Browser> {
  const browser = openBrowser(service)
  const answer = await browser.post('/sign-in/link', { code: await linkFor(userId) })
  assert.equal(answer.status, 201, answer.text)
  return browser
}

const userOf = async (browser: Pick<Browser, 'get'>) => {
  const { status, body } = await browser.get('/api/me')
  return status === 200 ? body.userId : body
}

describe('signing in with a key', () => {
  test('sets a cookie that no script and no other site can use, and does not reveal its secret', async () => {
    const caller = await service.caller('U-key')
    const answer = await caller.request('POST', '/api/sign-ins', { headers: { 'user-agent': firefox } })
    const [cookie = '', ...others] = answer.headers.getSetCookie()
    assert.deepEqual(others, [])
    const [, token = ''] =
      /^__Host-innkeeper-\d+=(ink_\w{49}); Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Strict$/.exec(cookie) ??
      []
    assert.ok(token !== '' && !answer.text.includes(token), cookie)
    assert.deepEqual(
      { ...answer.body, signIn: { ...answer.body.signIn, id: '' } },
      {
        userId: 'U-key',
        signIn: {
          id: '',
          name: 'Firefox on Linux',
          scope: 'full',
          way: 'key',
          createdAt: '2026-03-10T12:00:00Z',
          expiresAt: '2026-04-09T12:00:00Z',
          lastUsedAt: null,
          current: true,
        },
      },
    )
  })

  test('the browser acts as that person from then on, and sees its sign-in in place of a key', async () => {
    const browser = await withKey('U-browser')
    const { body } = await browser.get('/api/me')
    assert.equal(body.userId, 'U-browser')
    assert.match(body.key.id, /^s_\w{12}$/)
    assert.equal(body.key.name, 'Firefox on Linux')
  })

  test('a cookie does not work as a key, nor a key as a cookie', async () => {
    const browser = await withKey('U-places')
    const token = browser.cookies.get(cookieName)
    assert.deepEqual((await service.callerWith(`Bearer ${token}`).get('/api/me')).body, refused)
    const { authorization = '' } = await service.caller('U-places')
    browser.cookies.set(cookieName, authorization.replace('Bearer ', ''))
    assert.deepEqual(await userOf(browser), refused)
  })

  test('a key in the header takes precedence over the cookie', async () => {
    const browser = await withKey('U-cookie')
    const { authorization = '' } = await service.caller('U-header')
    assert.equal((await browser.get('/api/me', { headers: { authorization } })).body.userId, 'U-header')
    const wrong = await browser.get('/api/me', { headers: { authorization: 'Bearer ink_nonsense' } })
    assert.deepEqual([wrong.status, wrong.body], [401, refused])
    const ofProxy = await browser.get('/api/me', { headers: { authorization: 'Basic dXNlcjpwYXNz' } })
    assert.equal(ofProxy.body.userId, 'U-cookie', 'credentials for a proxy are ignored')
  })

  test('it expires no later than the key, and ends with it', async () => {
    const short = await withKey('U-short', { expiresAt: start + day })
    assert.equal((await short.get('/api/me')).body.key.expiresAt, '2026-03-11T12:00:00Z')
    service.clock.now = start + day
    assert.deepEqual(await userOf(short), refused)
    service.clock.now = start
    const browser = await withKey('U-dies')
    await (await service.caller('U-dies')).delete(`/api/keys/${browser.keyId}`)
    assert.deepEqual(await userOf(browser), refused)
  })

  test('with a read-only key, it cannot change anything but can sign out', async () => {
    const browser = await withKey('U-reads', { scope: 'read' })
    const other = await withKey('U-reads')
    const { body } = await other.get('/api/me')
    for (const [method, path] of [
      ['POST', '/api/keys'],
      ['DELETE', `/api/keys/${other.keyId}`],
      ['DELETE', `/api/sign-ins/${body.key.id}`],
    ] as const) {
      assert.equal((await browser.request(method, path, { body: {} })).status, 403, path)
    }
    assert.equal((await browser.delete('/api/sign-ins/current')).status, 200)
    assert.equal(await userOf(other), 'U-reads')
  })

  test('a sign-in cannot renew itself', async () => {
    const answer = await (await withKey('U-again')).post('/api/sign-ins')
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, /send a key in the Authorization header/)
  })

  test('signing in again ends the sign-in that the browser had', async () => {
    const browser = await withKey('U-twice')
    const before = openBrowser(service)
    before.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '')
    assert.equal(await userOf(before), 'U-twice')
    await browser.post('/sign-in/link', { code: await linkFor('U-other') })
    assert.equal(await userOf(browser), 'U-other')
    assert.deepEqual(await userOf(before), refused)
  })
})

describe('signing in with a one-time link', () => {
  test('works once, for its own person', async () => {
    const code = await linkFor('U-link')
    const browser = openBrowser(service)
    const answer = await browser.post('/sign-in/link', { code })
    assert.deepEqual([answer.status, answer.body.userId, answer.body.signIn.way], [201, 'U-link', 'link'])
    assert.equal(await userOf(browser), 'U-link')
    const again = await openBrowser(service).post('/sign-in/link', { code })
    assert.deepEqual(
      [again.status, again.body, again.headers.getSetCookie()],
      [401, { error: 'This link is not valid any more; ask for a new one' }, []],
    )
  })

  test('signs in only one of those who use it at the same moment', async () => {
    const code = await linkFor('U-race')
    const answers = await Promise.all([1, 2, 3].map(() => openBrowser(service).post('/sign-in/link', { code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401])
  })

  test('is valid for 15 minutes', async () => {
    const [early, late] = [await linkFor('U-time'), await linkFor('U-time')]
    service.clock.now = start + 15 * 60_000 - 1
    assert.equal((await openBrowser(service).post('/sign-in/link', { code: early })).status, 201)
    service.clock.now = start + 15 * 60_000
    assert.equal((await openBrowser(service).post('/sign-in/link', { code: late })).status, 401)
    service.clock.now = start
  })

  test('is not used up by opening the page', async () => {
    const code = await linkFor('U-preview')
    for (const path of ['/sign-in', `/sign-in?code=${code}`]) await fetch(`${service.url}${path}`)
    assert.equal((await openBrowser(service).post('/sign-in/link', { code })).status, 201)
  })

  test('never lets wrong codes reach the writer', async () => {
    const store = { ...service.store, write: () => Promise.reject(new Error('the writer was asked')) }
    const browser = { userAgent: firefox, held: [], adds: false }
    const press = (code: string) => signInWithLink({ store, clock: deps.clock }, code, browser)
    await assert.rejects(press('wrong'), { code: 'link-not-valid' })
    await assert.rejects(press(await linkFor('U-writer')), /the writer was asked/, 'the control')
  })

  test('counts wrong codes as failed authentications of their address, and still accepts a right one', async () => {
    const strict = await startTestService({ INNKEEPER_AUTH_RATE_LIMIT: '3' })
    const { code } = await issueLinkCode({ store: strict.store, clock: () => strict.clock.now }, 'U1')
    const guess = async (guessed: string) => (await openBrowser(strict).post('/sign-in/link', { code: guessed })).status
    const guesses = ['a', 'b', 'c', 'd']
    const statuses: number[] = []
    for (const one of guesses) statuses.push(await guess(one))
    assert.deepEqual(statuses, [401, 401, 401, 429])
    assert.equal((await strict.callerWith(undefined).get('/api/me')).status, 429, 'they are counted together')
    assert.equal(await guess(code), 201)
    await strict.stop()
  })
})

describe('requests with a sign-in', () => {
  const foreign = { error: 'Refused: only pages of this service may ask for this' }
  const own = { origin: service.url }
  const cases: [what: string, headers: Record<string, string>, reads: number, writes: number][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 200, 201],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200, 403],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }, 403, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 403],
    ['another site that also names us', { 'sec-fetch-site': 'cross-site', ...own }, 403, 403],
    ['nonsense', { 'sec-fetch-site': 'same-origin, same-origin' }, 403, 403],
    ['an older browser at our page', own, 200, 201],
    ['an older browser at another site', { origin: 'https://evil.example' }, 403, 403],
    ['an older browser at another port', { origin: 'http://127.0.0.1:1' }, 403, 403],
    ['a page without an origin', { origin: 'null' }, 403, 403],
    ['a client that says nothing', {}, 200, 403],
  ]
  test('are only answered for our own pages', async () => {
    const browser = await withLink('U-sites')
    for (const [what, headers, reads, writes] of cases) {
      const page = browser.from(headers)
      for (const [answer, status] of [
        [await page.get('/api/me'), reads],
        [await page.post('/api/keys', {}), writes],
      ] as const) {
        assert.equal(answer.status, status, `${what}: ${answer.text}`)
        if (status === 403) assert.deepEqual(answer.body, foreign, what)
      }
    }
  })

  test('are refused as unknown before their origin is checked', async () => {
    const browser = await withLink('U-order')
    browser.cookies.set(cookieName, 'ink_nonsense')
    const evil = browser.from({ 'sec-fetch-site': 'cross-site' })
    assert.equal((await evil.post('/api/keys', {})).status, 401)
    assert.equal((await evil.get('/api/channels/C-unknown')).status, 401)
    const known = (await withLink('U-order')).from({ 'sec-fetch-site': 'cross-site' })
    assert.deepEqual((await known.get('/api/channels/C-unknown')).body, foreign, 'before permission')
  })

  test('a key in the header does not need a page of ours', async () => {
    const caller = await service.caller('U-script')
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    assert.equal((await caller.request('POST', '/api/keys', { headers, body: {} })).status, 201)
  })

  test('no other site can sign a browser in with its own link', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }]) {
      const code = await linkFor('U-attacker')
      const answer = await openBrowser(service).from(headers).post('/sign-in/link', { code })
      assert.deepEqual([answer.status, answer.headers.getSetCookie()], [403, []])
      assert.equal((await openBrowser(service).post('/sign-in/link', { code })).status, 201, 'nor use it up')
    }
  })

  test('get responses that pages of other sites cannot show', async () => {
    const { headers } = await (await withLink('U-corp')).get('/api/me')
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(headers.get('cache-control'), 'no-store')
  })
})

describe('my sign-ins', () => {
  test('are listed newest first, separately from keys, and the current one is marked', async () => {
    const first = await withKey('U-list')
    service.clock.now = start + 1000
    const second = await withLink('U-list')
    await withLink('U-somebody-else')
    const { body } = await first.get('/api/sign-ins')
    assert.deepEqual(
      body.signIns.map(({ way, current }: { way: string; current: boolean }) => [way, current]),
      [
        ['link', false],
        ['key', true],
      ],
    )
    const keys = (await second.get('/api/keys')).body.keys
    assert.deepEqual(
      keys.map(({ id }: { id: string }) => id),
      [first.keyId],
    )
    service.clock.now = start + 31 * day
    const later = await service.caller('U-list')
    assert.deepEqual((await later.get('/api/sign-ins')).body, { signIns: [] }, 'ended ones are not listed')
    service.clock.now = start
  })

  test('are limited to fifty for one key: one more ends the oldest created with the same key, and no other', async () => {
    const byLink = await withLink('U-many')
    service.clock.now = start + 1
    const otherKey = await withKey('U-many')
    service.clock.now = start + 2
    const reader = await service.caller('U-many', { scope: 'read' })
    const headers = { authorization: reader.authorization ?? '' }
    const oldest = openBrowser(service)
    assert.equal((await oldest.request('POST', '/api/sign-ins', { headers })).status, 201)
    service.clock.now = start + 3
    for (let count = 1; count < 50; count++) assert.equal((await reader.post('/api/sign-ins')).status, 201)
    assert.equal(await userOf(oldest), 'U-many')
    assert.equal((await reader.post('/api/sign-ins')).status, 201)
    assert.deepEqual(await userOf(oldest), refused)
    assert.deepEqual(
      [await userOf(byLink), await userOf(otherKey)],
      ['U-many', 'U-many'],
      'a read-only key only ends its own',
    )
    assert.equal((await otherKey.get('/api/sign-ins')).body.signIns.length, 52)
    service.clock.now = start
  })

  test('are limited to fifty without a key: one more ends the oldest created by a link or a platform', async () => {
    const theirs = await withLink('U-not-many-links')
    const byKey = await withKey('U-many-links')
    const oldest = await withLink('U-many-links')
    service.clock.now = start + 1
    for (let count = 1; count < 50; count++) await withLink('U-many-links')
    assert.equal(await userOf(oldest), 'U-many-links')
    await withLink('U-many-links')
    assert.deepEqual(await userOf(oldest), refused)
    assert.deepEqual([await userOf(byKey), await userOf(theirs)], ['U-many-links', 'U-not-many-links'])
    service.clock.now = start
  })

  test('signing out applies from the next request on and removes the cookie', async () => {
    const browser = await withLink('U-out')
    const copy = openBrowser(service)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const answer = await browser.delete('/api/sign-ins/current')
    assert.deepEqual([answer.status, answer.body], [200, { success: true }])
    assert.match(answer.headers.getSetCookie()[0] ?? '', /^__Host-innkeeper-\d+=; Path=\/; Max-Age=0; Secure; HttpOnly/)
    assert.deepEqual(await userOf(copy), refused)
  })

  test('another browser of mine can be signed out, but no one else’s', async () => {
    const [mine, lost, theirs] = [await withLink('U-mine'), await withLink('U-mine'), await withLink('U-theirs')]
    const idOf = async (browser: Browser) => (await browser.get('/api/me')).body.key.id
    const ended = await mine.delete(`/api/sign-ins/${await idOf(lost)}`)
    assert.deepEqual([ended.status, ended.headers.getSetCookie()], [200, []])
    assert.deepEqual(await userOf(lost), refused)
    const key = (await mine.post('/api/keys', {})).body
    for (const id of [await idOf(theirs), key.id, 's_unknown', await idOf(mine).then((one) => `${one}x`)]) {
      const answer = await mine.delete(`/api/sign-ins/${id}`)
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Sign-in not found' }], id)
    }
    assert.equal(await userOf(theirs), 'U-theirs')
    const withoutOne = await (await service.caller('U-mine')).delete('/api/sign-ins/current')
    assert.equal(withoutOne.status, 404, 'a key is not a sign-in')
    const asKey = await mine.delete(`/api/keys/${await idOf(mine)}`)
    assert.deepEqual([asKey.status, asKey.body], [404, { error: 'Key not found' }])
  })

  test('a key created in a browser outlives signing out, and ends with the key behind the sign-in', async () => {
    const byLink = await withLink('U-maker')
    const free = (await byLink.post('/api/keys', { name: 'script' })).body
    const byKey = await withKey('U-maker', { expiresAt: start + 60 * day })
    const bound = (await byKey.post('/api/keys', { name: 'script' })).body
    assert.deepEqual([free.expiresAt, bound.expiresAt], [null, '2026-05-09T12:00:00Z'], 'not after thirty days')
    for (const browser of [byLink, byKey]) await browser.delete('/api/sign-ins/current')
    const callers = [free, bound].map(({ key }) => service.callerWith(`Bearer ${key}`))
    assert.deepEqual(await Promise.all(callers.map(userOf)), ['U-maker', 'U-maker'])
    await (await service.caller('U-maker')).delete(`/api/keys/${byKey.keyId}`)
    assert.deepEqual(await Promise.all(callers.map(userOf)), ['U-maker', refused])
  })

  test('are deleted long after they end, and so are links that no one used', async () => {
    const ended = await withLink('U-gone')
    await linkFor('U-gone')
    await ended.delete('/api/sign-ins/current')
    const kept = await withLink('U-kept')
    await service.store.write<'forget-sign-ins'>({ kind: 'forget-sign-ins', at: start + 2 * day })
    assert.equal(await userOf(kept), 'U-kept')
    const people = await service.environment.withSql((sql) =>
      sql.all<{ user_id: string }>('select user_id from keys union select user_id from sign_in_codes'),
    )
    const has = (userId: string) => people.some((row) => row.user_id === userId)
    assert.deepEqual([has('U-gone'), has('U-kept')], [false, true])
  })
})

test('a person who is erased is signed out everywhere, and their links stop working', async () => {
  const browser = await withLink('U-erased')
  const code = await linkFor('U-erased')
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at: start,
    userId: 'U-erased',
    channelId: null,
  })
  assert.deepEqual(await userOf(browser), refused)
  assert.equal((await openBrowser(service).post('/sign-in/link', { code })).status, 401)
})

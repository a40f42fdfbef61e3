import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { createExampleOperator, passphrase } from '../../support/operator.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const { port } = new URL(service.url)
const cookie = (number: number) => `__Host-innkeeper${number === 1 ? '' : `-account${number}`}-${port}`
const deps = { store: service.store, clock: () => service.clock.now }
const refused = { error: 'Authentication failed' }

/** Signs the browser in to these accounts, one after the other. */
async function signedIn(...userIds: string[]): Promise<Browser> {
  const browser = openBrowser(service)
  for (const userId of userIds) assert.equal((await add(browser, userId)).status, 201)
  return browser
}

const linkFor = async (userId: string) => ({ code: (await issueLinkCode(deps, userId)).code })
const add = async (browser: Browser, userId: string) =>
  await browser.post('/sign-in/link?add=true', await linkFor(userId))
const as = (userId: string) => ({ headers: { 'innkeeper-account': encodeURIComponent(userId) } })
const userOf = async (browser: Browser, call = {}) => {
  const { status, body } = await browser.get('/api/me', call)
  return status === 200 ? body.userId : body
}
const accountsOf = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/api/accounts')).body.accounts.map(({ userId }: { userId: string }) => userId)

describe('a browser with several accounts', () => {
  test('lists them with their platform, and each has a cookie of its own', async () => {
    await service.channel('C-listed', { owner: 'U-listed' })
    const browser = await signedIn('U-listed', 'tg:1001')
    assert.deepEqual([...browser.cookies.keys()], [cookie(1), cookie(2)])
    const { accounts } = (await browser.get('/api/accounts', as('tg:1001'))).body
    assert.deepEqual(
      accounts.map(({ userId, platform, platformName, isOperator, current }: Record<string, unknown>) => [
        userId,
        platform,
        platformName,
        isOperator,
        current,
      ]),
      [
        ['U-listed', 'test', 'Test', false, false],
        ['tg:1001', null, null, false, true],
      ],
    )
  })

  test('a key is one account, whatever else the browser is signed in to', async () => {
    const browser = await signedIn('U-one', 'U-two')
    const { authorization = '' } = await service.caller('U-key')
    const headers = { authorization, ...as('U-two').headers }
    assert.equal(await userOf(browser, { headers }), 'U-key')
    const { accounts } = (await browser.get('/api/accounts', { headers })).body
    assert.deepEqual([accounts.length, accounts[0].userId], [1, 'U-key'])
  })

  test('acts for the account that a request names, and for the first without a name', async () => {
    const browser = await signedIn('U-first', 'U-second')
    assert.equal(await userOf(browser), 'U-first')
    assert.equal(await userOf(browser, as('U-second')), 'U-second')
    assert.deepEqual(await userOf(browser, as('U-stranger')), refused)
  })

  test('never has the rights of two accounts in one request', async () => {
    await service.channel('C-mine', { owner: 'U-rights', subscribers: ['U-rights'] })
    await service.channel('C-yours', { owner: 'U-other', members: ['tg:rights'], subscribers: ['tg:rights'] })
    const browser = await signedIn('U-rights', 'tg:rights')
    const roles = async (call = {}) =>
      await Promise.all(
        ['C-mine', 'C-yours'].map(async (id) => (await browser.get(`/api/channels/${id}`, call)).status),
      )
    // The control: each channel is open to one of the two.
    assert.deepEqual(await roles(), [200, 200])
    assert.deepEqual(await roles(as('U-rights')), [200, 403])
    assert.deepEqual(await roles(as('tg:rights')), [403, 200])
    const channels = async (userId: string) =>
      (await browser.get('/api/overview', as(userId))).body.channels.map((one: { channelId: string }) => one.channelId)
    assert.deepEqual([await channels('U-rights'), await channels('tg:rights')], [['C-mine'], ['C-yours']])
    // Owner of one channel doesn't help in the other.
    const rename = await browser.put('/api/channels/C-yours/settings', { language: 'ja' })
    assert.equal(rename.status, 403)
    assert.equal((await browser.put('/api/channels/C-mine/settings', { language: 'ja' })).status, 200)
    const { keys } = (await browser.get('/api/keys', as('U-rights'))).body
    const made = await browser.request('POST', '/api/keys', { ...as('tg:rights'), body: {} })
    assert.equal(made.body.userId, 'tg:rights')
    assert.deepEqual((await browser.get('/api/keys', as('U-rights'))).body.keys, keys)
    const revoked = await browser.request('DELETE', `/api/keys/${made.body.id}`, as('U-rights'))
    assert.equal(revoked.status, 404, 'not even to revoke its keys')
  })

  test('a channel of two of them is shown to the one with the higher role', async () => {
    await service.channel('C-both', { owner: 'U-owns', members: ['U-belongs'], guests: ['U-visits'] })
    const browser = await signedIn('U-visits', 'U-belongs')
    const role = async () => (await browser.get('/api/channels/C-both')).body.role
    assert.equal(await role(), 'member')
    await add(browser, 'U-owns')
    assert.equal(await role(), 'owner')
    await service.receive([left('C-both', start + 1, 'U-owns')])
    assert.equal(await role(), 'member')
  })

  test('does the tasks of operators with the account that has the rights', async () => {
    await createExampleOperator(deps)
    const browser = await signedIn('U-person')
    assert.equal((await browser.get('/api/operator/account')).status, 403)
    assert.equal((await browser.post('/sign-in/operator?add=true', { name: 'Hana', passphrase })).status, 201)
    assert.equal((await browser.get('/api/operator/account')).status, 200)
    assert.equal((await browser.get('/api/operator/account', as('U-person'))).status, 403)
    assert.equal((await browser.get('/api/me')).body.isOperator, false)
  })

  test('a live stream goes on for its account only', async () => {
    const channelId = await service.channel('C-live', { owner: 'U-streams', members: ['U-stays'] })
    for (const userId of ['U-streams', 'U-stays']) await service.subscribe(channelId, userId)
    const browser = await signedIn('U-stays', 'U-streams')
    const stop = new AbortController()
    const headers = {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      accept: 'text/event-stream',
    }
    const response = await fetch(`${service.url}/api/channels/${channelId}/events`, { headers, signal: stop.signal })
    assert.equal(response.status, 200)
    await browser.request('DELETE', '/api/sign-ins/current', as('U-streams'))
    await service.receive([message(channelId, start + 2, { id: 'm-live' })])
    let text = ''
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    stop.abort()
    assert.ok(!text.includes('m-live'), text)
    assert.equal((await browser.get(`/api/channels/${channelId}`)).body.role, 'member')
  })
})

describe('adding an account', () => {
  test('signs no one out, and without adding everyone is signed out', async () => {
    const browser = await signedIn('U-a', 'U-b')
    const copy = openBrowser(service)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    assert.deepEqual(await accountsOf(copy), ['U-a', 'U-b'])
    await browser.post('/sign-in/link', await linkFor('U-c'))
    assert.deepEqual(await accountsOf(browser), ['U-c'])
    assert.deepEqual([...browser.cookies.keys()], [cookie(1)])
    assert.equal((await copy.get('/api/accounts')).status, 401, 'also on the server')
  })

  test('once more for the same person replaces the sign-in that the browser had', async () => {
    const browser = await signedIn('U-again', 'U-else')
    const before = browser.cookies.get(cookie(1))
    await add(browser, 'U-again')
    assert.deepEqual(await accountsOf(browser), ['U-again', 'U-else'])
    assert.notEqual(browser.cookies.get(cookie(1)), before)
    assert.equal((await browser.get('/api/sign-ins', as('U-again'))).body.signIns.length, 1)
  })

  test('works for five accounts, and a link for a sixth is not used up', async () => {
    const browser = await signedIn('U-1', 'U-2', 'U-3', 'U-4', 'U-5')
    const link = await linkFor('U-6')
    const sixth = await browser.post('/sign-in/link?add=true', link)
    assert.equal(sixth.status, 400)
    assert.match(sixth.body.error, /signed in to 5 accounts.*Sign out of one/)
    await browser.request('DELETE', '/api/sign-ins/current', as('U-2'))
    assert.equal((await browser.post('/sign-in/link?add=true', link)).status, 201)
    assert.deepEqual(await accountsOf(browser), ['U-1', 'U-6', 'U-3', 'U-4', 'U-5'])
  })

  test('is refused from pages of other sites', async () => {
    const browser = await signedIn('U-here')
    const evil = browser.from({ 'sec-fetch-site': 'cross-site' })
    const answer = await evil.post('/sign-in/link?add=true', await linkFor('U-attacker'))
    assert.deepEqual([answer.status, await accountsOf(browser)], [403, ['U-here']])
    assert.equal((await evil.get('/api/accounts')).status, 403)
    assert.equal((await evil.get('/api/me', as('U-here'))).status, 403)
  })
})

describe('leaving an account', () => {
  test('signing out of one keeps the others, and removes only its cookie', async () => {
    const browser = await signedIn('U-stay', 'U-go')
    const answer = await browser.request('DELETE', '/api/sign-ins/current', as('U-go'))
    assert.match(answer.headers.getSetCookie().join(), new RegExp(`^${cookie(2)}=; Path=/; Max-Age=0;`))
    assert.deepEqual([await accountsOf(browser), [...browser.cookies.keys()]], [['U-stay'], [cookie(1)]])
  })

  test('an account can end no sign-in of another', async () => {
    const browser = await signedIn('U-mine', 'U-yours')
    const { signIns } = (await browser.get('/api/sign-ins', as('U-yours'))).body
    const answer = await browser.request('DELETE', `/api/sign-ins/${signIns[0].id}`, as('U-mine'))
    assert.equal(answer.status, 404)
    assert.deepEqual(await accountsOf(browser), ['U-mine', 'U-yours'])
  })

  test('a sign-in that has expired leaves the others as they are', async () => {
    const browser = await signedIn('U-early')
    service.clock.now = start + 86_400_000
    await add(browser, 'U-late')
    service.clock.now = start + 30 * 86_400_000
    assert.deepEqual(await accountsOf(browser), ['U-late'])
    assert.deepEqual([await userOf(browser), await userOf(browser, as('U-early'))], ['U-late', refused])
    service.clock.now = start
  })

  test('a stolen cookie of one account opens no other', async () => {
    const browser = await signedIn('U-safe', 'U-stolen')
    const thief = openBrowser(service)
    for (const name of [cookie(1), cookie(2)]) {
      thief.cookies.clear()
      thief.cookies.set(name, browser.cookies.get(cookie(2)) ?? '')
      assert.deepEqual(await accountsOf(thief), ['U-stolen'])
      assert.deepEqual(await userOf(thief, as('U-safe')), refused)
    }
    await browser.request('DELETE', '/api/sign-ins/current', as('U-stolen'))
    assert.deepEqual(await userOf(thief), refused)
    assert.equal(await userOf(browser), 'U-safe')
  })
})

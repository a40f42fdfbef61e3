import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueSetupCode, resetOperators } from '../../../src/actions/accounts/operator-account.ts'
import { isPassphrase } from '../../../src/domain/accounts/passphrase.ts'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startTestService } from '../../support/test-service.ts'

const passphrase = 'seven paper boats at dawn'
const other = 'eleven quiet lighthouses'
const failed = { error: 'Authentication failed' }

/** A service without an operator, and the code of its setup link. */
async function start(settings: Record<string, string> = {}) {
  const service = await startTestService(settings)
  const deps = { store: service.store, clock: () => service.clock.now }
  return { service, deps, code: await issueSetupCode(deps) }
}

type Started = Awaited<ReturnType<typeof start>>

async function setUp({ service, code }: Started): Promise<{ browser: Browser; recoveryCodes: string[] }> {
  const browser = openBrowser(service)
  const { status, body, text } = await browser.post('/setup/operator', { code, name: 'Hana', passphrase })
  assert.equal(status, 201, text)
  return { browser, recoveryCodes: body.recoveryCodes }
}

async function signIn({ service }: Started, credentials: object) {
  const browser = openBrowser(service)
  const answer = await browser.post('/sign-in/operator', { name: 'Hana', ...credentials })
  return { browser, answer }
}

describe('setting up', () => {
  test('can check its link first, without using it up', async () => {
    const started = await start()
    const browser = openBrowser(started.service)
    const check = async (code: string) => {
      const { status, body } = await browser.post('/setup/link', { code })
      return [status, body]
    }
    const error =
      'This setup link is not valid any more; restart the service or run ./innkeeper operator reset to get a new one'
    const wrong = [401, { error }]
    for (let turn = 0; turn < 2; turn += 1) assert.deepEqual(await check(started.code), [200, { success: true }])
    assert.deepEqual(await check('abc'), wrong)
    await setUp(started)
    assert.deepEqual(await check(started.code), wrong, 'it was used')
  })

  test('creates the account, signs its browser in with operator rights, and gives no access to chats', async () => {
    const started = await start()
    const ways = openBrowser(started.service)
    assert.equal((await ways.get('/sign-in/ways')).body.operator, 'none')
    const { browser, recoveryCodes } = await setUp(started)
    assert.equal((await ways.get('/sign-in/ways')).body.operator, 'exists')
    assert.equal(new Set(recoveryCodes).size, 8)
    const { body: me } = await browser.get('/api/me')
    assert.deepEqual([me.displayName, me.isOperator], ['Hana', true])
    assert.equal((await browser.get('/api/operator')).status, 200)
    assert.deepEqual((await browser.get('/api/operator/account')).body, {
      name: 'Hana',
      recoveryCodes: 8,
      person: null,
    })
    const { body } = await browser.get('/api/sign-ins')
    assert.deepEqual(
      body.signIns.map(({ way, current }: { way: string; current: boolean }) => [way, current]),
      [['operator', true]],
    )
    await started.service.store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: started.service.clock.now,
      events: [],
    })
    assert.deepEqual((await browser.get('/api/channels')).body.channels, [])
    assert.equal((await browser.get('/api/channels/C1/backup/messages')).status, 403)
  })

  test('a link works once, and only one of two browsers gets the account', async () => {
    const started = await start()
    const more = await issueSetupCode(started.deps)
    const [first, second] = await Promise.all(
      [started.code, more].map((code) =>
        openBrowser(started.service).post('/setup/operator', { code, name: 'Hana', passphrase }),
      ),
    )
    assert.deepEqual([first?.status, second?.status].toSorted(), [201, 409])
    for (const code of [started.code, more]) {
      const again = await openBrowser(started.service).post('/setup/operator', { code, name: 'Eve', passphrase })
      assert.deepEqual(
        [again.status, again.body.error],
        [
          401,
          'This setup link is not valid any more; restart the service or run ./innkeeper operator reset to get a new one',
        ],
      )
    }
  })

  test('needs the code of the link, and guesses are limited', async () => {
    const { service, code } = await start({ INNKEEPER_AUTH_RATE_LIMIT: '3' })
    const browser = openBrowser(service)
    const guess = () => browser.post('/setup/operator', { code: 'guessed', name: 'Eve', passphrase })
    assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [401, 401, 401])
    assert.equal((await guess()).status, 429)
    const right = await browser.post('/setup/operator', { code, name: 'Hana', passphrase })
    assert.equal(right.status, 429, 'an address that guesses is not told when it is right')
    service.clock.now += 61_000
    assert.equal((await browser.post('/setup/operator', { code, name: 'Hana', passphrase })).status, 201)
  })

  test('a link expires after a day', async () => {
    const { service, code } = await start()
    service.clock.now += 24 * 60 * 60_000 + 1
    assert.equal((await openBrowser(service).post('/setup/operator', { code, name: 'Hana', passphrase })).status, 401)
  })

  test('passphrases that are short or easy to guess are refused, and the link still works', async () => {
    const started = await start()
    const browser = openBrowser(started.service)
    const tryWith = (chosen: string, name = 'Hana') =>
      browser.post('/setup/operator', { code: started.code, name, passphrase: chosen })
    for (const [chosen, name] of [
      ['short'],
      ['aaaaaaaaaaaaaaaa'],
      ['abababababababab'],
      ['hana of the inn', 'Hana of the inn'],
    ] as const) {
      const { status, body } = await tryWith(chosen, name)
      assert.equal(status, 400, chosen)
      assert.ok(!JSON.stringify(body).includes(chosen), 'the passphrase is not repeated')
    }
    assert.equal((await tryWith(passphrase, '   ')).status, 400)
    assert.equal((await tryWith(passphrase)).status, 201)
  })

  test('other pages cannot do it', async () => {
    const { service, code } = await start()
    const foreign = openBrowser(service).from({ 'sec-fetch-site': 'cross-site' })
    assert.equal((await foreign.post('/setup/operator', { code, name: 'Eve', passphrase })).status, 403)
    assert.equal((await foreign.post('/sign-in/operator', { name: 'Eve', passphrase })).status, 403)
  })
})

describe('signing in', () => {
  test('with the passphrase, or once with each recovery code', async () => {
    const started = await start()
    const { recoveryCodes } = await setUp(started)
    const { browser, answer } = await signIn(started, { passphrase })
    assert.equal(answer.status, 201, answer.text)
    assert.equal((await browser.get('/api/operator')).status, 200)
    const [code = ''] = recoveryCodes
    const typed = code.toUpperCase().replaceAll('-', ' ')
    assert.equal((await signIn(started, { recoveryCode: typed })).answer.status, 201)
    assert.deepEqual((await signIn(started, { recoveryCode: code })).answer.body, failed)
    assert.equal((await browser.get('/api/operator/account')).body.recoveryCodes, 7)
  })

  test('a wrong name, passphrase and code get the same answer', async () => {
    const started = await start()
    const { recoveryCodes } = await setUp(started)
    const answers = [
      await signIn(started, { passphrase: other }),
      await signIn(started, { name: 'Eve', passphrase }),
      await signIn(started, { recoveryCode: '7k4m-p2xv-9hqt' }),
      await signIn(started, { name: 'Eve', recoveryCode: recoveryCodes[0] }),
    ].map(({ answer: { status, body } }) => [status, body])
    for (const answer of answers) assert.deepEqual(answer, [401, failed])
    for (const none of [{}, { passphrase, recoveryCode: recoveryCodes[0] }]) {
      assert.equal((await signIn(started, none)).answer.status, 400)
    }
  })

  test('guesses are limited', async () => {
    const started = await start({ INNKEEPER_AUTH_RATE_LIMIT: '2' })
    await setUp(started)
    for (const status of [401, 401, 429]) {
      assert.equal((await signIn(started, { passphrase: other })).answer.status, status)
    }
    assert.equal((await signIn(started, { passphrase })).answer.status, 429)
  })
})

describe('changing credentials', () => {
  test('a new passphrase signs the other browsers out', async () => {
    const started = await start()
    const { browser } = await setUp(started)
    const { browser: elsewhere } = await signIn(started, { passphrase })
    const wrong = await browser.put('/api/operator/passphrase', { current: other, passphrase: other })
    assert.deepEqual([wrong.status, wrong.body.error], [403, 'The current passphrase is wrong'])
    assert.equal((await elsewhere.get('/api/me')).status, 200)
    assert.equal(
      (await browser.put('/api/operator/passphrase', { current: passphrase, passphrase: other })).status,
      200,
    )
    assert.equal((await elsewhere.get('/api/me')).status, 401)
    assert.equal((await browser.get('/api/me')).status, 200)
    assert.equal((await signIn(started, { passphrase })).answer.status, 401)
    assert.equal((await signIn(started, { passphrase: other })).answer.status, 201)
  })

  test('one sign-in is ended from another browser, which stays signed in', async () => {
    const started = await start()
    const { browser } = await setUp(started)
    const { browser: elsewhere } = await signIn(started, { passphrase })
    const { browser: third } = await signIn(started, { passphrase })
    const { signIns } = (await elsewhere.get('/api/sign-ins')).body
    const { id } = signIns.find(({ current }: { current: boolean }) => current)
    assert.equal((await browser.delete(`/api/sign-ins/${id}`)).status, 200)
    assert.equal((await elsewhere.get('/api/operator')).status, 401)
    for (const one of [browser, third]) assert.equal((await one.get('/api/operator')).status, 200)
    assert.equal((await browser.get('/api/sign-ins')).body.signIns.length, 2)
    const stranger = await started.service.caller('U-stranger')
    const [other] = (await third.get('/api/sign-ins')).body.signIns
    assert.equal((await stranger.delete(`/api/sign-ins/${other.id}`)).status, 404, 'not those of someone else')
  })

  test('someone who lost the passphrase sets a new one with a recovery code, which is used up', async () => {
    const started = await start()
    const { recoveryCodes } = await setUp(started)
    const { browser } = await signIn(started, { recoveryCode: recoveryCodes[0] })
    const change = (current = '') => browser.put('/api/operator/passphrase', { current, passphrase: other })
    assert.equal((await change(recoveryCodes[0])).status, 403, 'used to sign in')
    assert.equal((await change(recoveryCodes[1])).status, 200)
    assert.equal((await change(recoveryCodes[1])).status, 403, 'used to change the passphrase')
    assert.equal((await signIn(started, { passphrase })).answer.status, 401)
    assert.equal((await signIn(started, { passphrase: other })).answer.status, 201)
  })

  test('new recovery codes replace the old ones', async () => {
    const started = await start()
    const { browser, recoveryCodes: old } = await setUp(started)
    const { body } = await browser.post('/api/operator/recovery-codes', { current: passphrase })
    assert.equal(body.recoveryCodes.length, 8)
    assert.equal((await signIn(started, { recoveryCode: old[0] })).answer.status, 401)
    assert.equal((await signIn(started, { recoveryCode: body.recoveryCodes[0] })).answer.status, 201)
  })

  test('a key with operator rights has no account', async () => {
    const started = await start()
    await setUp(started)
    const key = await started.service.caller('U-operator', { isOperator: true })
    assert.equal((await key.get('/api/operator')).status, 200)
    const { status, body } = await key.get('/api/operator/account')
    assert.deepEqual(
      [status, body.error],
      [400, 'This is not the sign-in of an operator account. Sign in with your name and passphrase'],
    )
  })

  test('a reset on the machine removes the account, signs it out, and makes a new link', async () => {
    const started = await start()
    const { browser, recoveryCodes } = await setUp(started)
    const { removed, code } = await resetOperators(started.deps)
    assert.equal(removed, 1)
    assert.equal((await browser.get('/api/me')).status, 401)
    assert.equal((await signIn(started, { passphrase })).answer.status, 401)
    assert.equal((await signIn(started, { recoveryCode: recoveryCodes[0] })).answer.status, 401)
    await setUp({ ...started, code })
  })
})

test('only hashes are stored', async () => {
  const started = await start()
  await setUp(started)
  const operator = await started.service.store.findOperator({ name: 'Hana' })
  assert.match(operator?.passphrase ?? '', /^scrypt\$15\$8\$1\$/)
  assert.ok(!operator?.passphrase.includes(passphrase))
  assert.ok(await isPassphrase(passphrase, operator?.passphrase ?? ''))
  assert.ok(!(await isPassphrase(other, operator?.passphrase ?? '')))
})

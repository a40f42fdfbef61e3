import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { erasePerson } from '../../../src/actions/storage/housekeeping/erase-person.ts'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { openErasureLedger } from '../../../src/adapters/fs/erasure-ledger.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { startLineTestService } from '../../support/line/line.ts'
import { createExampleOperator, passphrase } from '../../support/operator.ts'

const silent = { info() {}, warn() {}, error() {} }
const { service, line } = await startLineTestService()
await createExampleOperator({ store: service.store, clock: () => service.clock.now })
const signIn = async () => {
  const browser = openBrowser(service)
  assert.equal((await browser.post('/sign-in/operator', { name: 'Hana', passphrase })).status, 201)
  return browser
}
const hana = await signIn()
const command = async () => (await hana.post('/api/operator/claim-command')).body.command as string
const channelsOf = async (browser: typeof hana) =>
  (await browser.get('/api/channels')).body.channels.map(({ channelId }: { channelId: string }) => channelId)
const repliesIn = (groupId: string) => line.sent.filter(({ chatId }) => chatId === groupId).length
/** Says it and waits for the bot's reply. */
const ask = async (group: ReturnType<typeof line.addGroup>, user: Parameters<typeof group.say>[0], text: string) => {
  const before = repliesIn(group.groupId)
  await group.say(user, text)
  await line.until(() => repliesIn(group.groupId) > before)
}
async function openGroup(name: string) {
  const users = [line.addUser({ displayName: `${name} one` }), line.addUser({ displayName: `${name} two` })] as const
  const group = line.addGroup({ name, members: [...users] })
  await group.invite()
  await line.until(() => repliesIn(group.groupId) > 0)
  return { group, users }
}

describe('the command that an operator sends in their group', () => {
  test('makes them its owner, and their browsers act as that person', async () => {
    const { group, users } = await openGroup('Family')
    const [mai, ken] = users
    assert.deepEqual(await channelsOf(hana), [])
    const text = await command()
    assert.match(text, /^\/claim [0-9A-Z]{4}-[0-9A-Z]{4}$/)
    await ask(group, mai, text)
    assert.deepEqual(await channelsOf(hana), [group.groupId], 'the browser that is signed in')
    assert.deepEqual(await channelsOf(await signIn()), [group.groupId], 'and one that signs in later')
    const path = `/api/channels/${group.groupId}`
    assert.equal((await hana.post(`${path}/backup/subscribe`)).status, 200)
    await group.say(mai, 'hello')
    assert.match((await hana.get(`${path}/backup/messages`)).text, /hello/)
    const { body } = await hana.get('/api/me')
    assert.deepEqual([body.userId, body.isOperator], [mai.userId, true])
    await ask(group, ken, text)
    assert.equal((await hana.get('/api/me')).body.userId, mai.userId, 'it works once')
    assert.match((await hana.get('/api/operator/log')).text, /operator\.claimed/)
  })

  test('also works for someone who owns the group already, but not for another member', async () => {
    const { group, users } = await openGroup('Choir')
    const [owner, other] = users
    await ask(group, owner, '/claim')
    const seen = await command()
    await ask(group, other, seen)
    await ask(group, owner, seen)
    const { userId } = (await hana.get('/api/me')).body
    assert.ok(userId !== other.userId && userId !== owner.userId, 'everyone has seen it, so it is used up')
    await ask(group, owner, await command())
    assert.equal((await hana.get('/api/me')).body.userId, owner.userId)
    assert.match(JSON.stringify(line.sent.at(-1)?.messages), /Your operator account is now linked to you/)
  })

  test('says when its code is mistyped, because a first claim works without one', async () => {
    const { group, users } = await openGroup('Band')
    const [owner] = users
    const text = await command()
    const last = () => JSON.stringify(line.sent.at(-1)?.messages)
    await ask(group, owner, text.slice(0, -1))
    assert.match(
      last(),
      /you’re now the owner of this chat\. The code isn’t right, so your operator account isn’t linked\./,
    )
    await ask(group, owner, `${text}0`)
    assert.match(last(), /You’re already the owner of this chat\. The code isn’t right, so your operator/)
    await ask(group, owner, text)
    assert.match(last(), /You’re already the owner of this chat\. Your operator account is now linked to you/)
    assert.equal((await hana.get('/api/me')).body.userId, owner.userId)
    await ask(group, owner, text)
    assert.doesNotMatch(last(), /isn’t right/, 'the control: their own code, sent again')
  })

  test('gives no one the rights of an operator', async () => {
    const { group, users } = await openGroup('Club')
    await ask(group, users[0], await command())
    const theirs = await service.caller(users[0].userId)
    assert.equal((await theirs.get('/api/operator')).status, 403)
  })

  test('lets the operator give their person the rights, wherever they are signed in, and take them back', async () => {
    const { group, users } = await openGroup('Crew')
    const person = users[0].userId
    await ask(group, users[0], await command())
    const deps = { store: service.store, clock: () => service.clock.now }
    const phone = openBrowser(service)
    await phone.post('/sign-in/link', { code: (await issueLinkCode(deps, person)).code })
    const key = await service.caller(person)
    const statusOf = async (caller: Pick<typeof phone, 'get'>) => (await caller.get('/api/operator')).status
    assert.equal(await statusOf(phone), 403, 'the control: not before')
    const share = (by: Pick<typeof phone, 'put'>, body: object) => by.put('/api/operator/person', body)
    assert.equal((await share(phone, { userId: person, sharesRights: true })).status, 403)
    const { body: account } = await hana.get('/api/operator/account')
    assert.deepEqual([account.person.userId, account.person.sharesRights], [person, false])
    const wrong = await share(hana, { userId: users[1].userId, sharesRights: true })
    assert.equal(wrong.status, 400, 'someone else was linked in the meantime')
    assert.equal((await share(hana, { userId: person, sharesRights: true })).status, 200)
    assert.equal(await statusOf(phone), 200, 'without signing in again')
    assert.equal((await phone.get('/api/me')).body.isOperator, true)
    const stored = await phone.put('/api/operator/settings', { changes: [{ name: 'mostVersions', value: '100' }] })
    assert.equal(stored.status, 200, 'also for writes')
    assert.equal(await statusOf(key), 403, 'keys never have them')
    assert.equal(
      (await share(phone, { userId: person, sharesRights: true })).status,
      400,
      'only the account itself can',
    )
    assert.equal((await share(hana, { userId: person, sharesRights: false })).status, 200)
    assert.equal(await statusOf(phone), 403)
    await share(hana, { userId: person, sharesRights: true })
    const other = await openGroup('Crew two')
    await ask(other.group, other.users[0], await command())
    assert.equal(await statusOf(phone), 403, 'the account is linked to someone else now')
    const next = openBrowser(service)
    await next.post('/sign-in/link', { code: (await issueLinkCode(deps, other.users[0].userId)).code })
    assert.equal(await statusOf(next), 403, 'who has to be confirmed first')
  })

  test('expires after an hour, and needs the account of an operator', async () => {
    const { group, users } = await openGroup('Team')
    const text = await command()
    const before = (await hana.get('/api/me')).body.userId
    service.clock.now += 60 * 60_000
    await ask(group, users[0], text)
    assert.equal((await hana.get('/api/me')).body.userId, before)
    const withKey = await service.caller('U-key', { isOperator: true })
    const { status, body } = await withKey.post('/api/operator/claim-command')
    assert.equal(status, 400)
    assert.match(body.error, /not the sign-in of an operator account/)
  })

  test('is forgotten with the person', async () => {
    const { userId } = (await hana.get('/api/me')).body
    const ledger = openErasureLedger(service.dataDir)
    const deps = { store: service.store, ledger, connectors: new Map(), clock: () => service.clock.now, log: silent }
    await erasePerson(deps, { userId, channelId: null })
    assert.equal((await hana.get('/api/me')).status, 401, 'the browser is signed out')
    const { body } = await (await signIn()).get('/api/me')
    assert.match(body.userId, /^operator:/)
  })
})

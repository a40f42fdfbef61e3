import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasDueJobs } from '../../support/due-jobs.ts'
import { eventually, until } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { checkChats, startTelegramTestService, untilChecked } from '../../support/telegram/telegram.ts'

const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: false } })
const mai = telegram.addUser({ firstName: 'Mai' })
const ken = telegram.addUser({ firstName: 'Ken' })
const ann = telegram.addUser({ firstName: 'Ann' })

type User = typeof mai
const idOf = ({ id }: { id: number }) => `tg:${id}`
const pathOf = (group: { id: number }) => `/api/channels/tg:${group.id}`
const callers = new Map<string, Caller>()
const as = async (user: User): Promise<Caller> => {
  const caller = callers.get(idOf(user)) ?? (await service.caller(idOf(user)))
  callers.set(idOf(user), caller)
  return caller
}

/** Everyone who is in the channel, such as `Ken admin, Mai owner`; undefined if the reader isn't a member. */
async function rolesIn(group: { id: number }, reader: User): Promise<string | undefined> {
  const { status, body } = await (await as(reader)).get(`${pathOf(group)}/members`)
  if (status !== 200) return undefined
  const here = body.members.filter((one: { status: string }) => one.status === 'active')
  return here
    .map(({ displayName, role }: { displayName: string; role: string }) => `${displayName} ${role}`)
    .sort()
    .join(', ')
}

const areIn = (group: { id: number }, reader: User, roles: string) =>
  eventually(
    () => rolesIn(group, reader),
    (found) => found === roles,
  )
const textsTo = (chatId: number) =>
  telegram.sent.filter((one) => one.chatId === chatId).map(({ message }) => message.text ?? '')
const isSaidIn = (chatId: number, words: RegExp) =>
  until(() => textsTo(chatId).some((text) => words.test(text)), `${words} is said in ${chatId}`)
const allReceived = () => until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')

/** Asked for the admins, and what it said was recorded. */
async function afterLookup(cause: () => void): Promise<void> {
  const count = () => telegram.requests.filter(({ name }) => name === 'getChatAdministrators').length
  const before = count()
  cause()
  await until(() => count() > before, 'the admins are looked up')
  await allReceived()
  await untilChecked(service)
}

describe('a group on a platform that says who owns it', () => {
  const group = telegram.addSupergroup({ title: 'Flat', owner: mai, members: [ken, ann] })

  test('belongs to its creator, and its admins are admins, without a command', async () => {
    group.promote(ken)
    group.invite({ asAdmin: true })
    await areIn(group, mai, 'Ken admin, Mai owner')
    const { body } = await (await as(mai)).get(`${pathOf(group)}/audit`)
    const entries = body.entries.map(({ action, actor, target }: Record<string, string>) => [action, actor, target])
    assert.deepEqual(entries, [
      ['owner.changed', 'system', idOf(mai)],
      ['role.changed', 'system', idOf(ken)],
    ])
  })

  test('tells no one to claim it, and says kindly who owns it', async () => {
    await isSaidIn(group.id, /The owner and admins of this group on Telegram have the same roles here/)
    group.say(ann, '/help')
    await isSaidIn(group.id, /Here’s what I can do/)
    assert.ok(!textsTo(group.id).some((text) => text.includes('/claim')))
    group.say(ann, '/claim')
    await isSaidIn(group.id, /Mai owns this group on Telegram.+no one needs a code/)
    group.say(mai, '/claim ABCD-1234')
    await isSaidIn(group.id, /You’re the owner of this chat, because you own the group on Telegram/)
    await areIn(group, mai, 'Ann member, Ken admin, Mai owner')
  })

  test('can be transferred there only', async () => {
    const owner = await as(mai)
    const transfer = (caller: Caller, userId: string) => caller.put(`${pathOf(group)}/owner`, { userId })
    const refused = await transfer(owner, idOf(ken))
    assert.deepEqual([refused.status, refused.body], [400, { error: 'Transfer ownership in Telegram' }])
    assert.equal((await transfer(await as(ken), idOf(ken))).status, 403)
    await afterLookup(() => group.transferOwnership(ken))
    await areIn(group, mai, 'Ann member, Ken owner, Mai admin')
    assert.equal((await transfer(owner, idOf(mai))).status, 403, 'the former owner')
    await afterLookup(() => group.transferOwnership(mai))
    await areIn(group, mai, 'Ann member, Ken admin, Mai owner')
  })

  test('is listed as one whose platform decides who owns it', async () => {
    const { body } = await (await as(mai)).get('/api/overview')
    const platforms = body.platforms.map(({ name, decidesOwners }: Record<string, unknown>) => [name, decidesOwners])
    assert.deepEqual(platforms, [['Telegram', true]])
  })

  test('follows promotions and demotions', async () => {
    await afterLookup(() => group.promote(ann))
    await areIn(group, mai, 'Ann admin, Ken admin, Mai owner')
    await afterLookup(() => group.demote(ann))
    await areIn(group, mai, 'Ann member, Ken admin, Mai owner')
  })

  test('keeps a role that was given here until the person’s status changes there', async () => {
    const owner = await as(mai)
    const give = async (user: User, role: string) =>
      assert.equal((await owner.put(`${pathOf(group)}/members/${idOf(user)}/role`, { role })).status, 200)
    await give(ken, 'member')
    await give(ann, 'admin')
    await afterLookup(() => group.promote(telegram.addUser({ firstName: 'Eve' })))
    await areIn(group, mai, 'Ann admin, Eve admin, Ken member, Mai owner')
    await afterLookup(() => group.demote(ken))
    await afterLookup(() => group.promote(ken))
    await afterLookup(() => group.promote(ann))
    await afterLookup(() => group.demote(ann))
    await areIn(group, mai, 'Ann member, Eve admin, Ken admin, Mai owner')
  })

  test('has no owner while its creator is gone, and the same one after that', async () => {
    group.leave(mai)
    await areIn(group, ken, 'Ann member, Eve admin, Ken admin')
    await afterLookup(() => group.promote(ann))
    await areIn(group, ken, 'Ann admin, Eve admin, Ken admin')
    group.say(ann, '/claim')
    await isSaidIn(group.id, /Telegram hasn’t told me yet who that is/)
    group.state.members.set(mai.id, { ...(group.state.members.get(ken.id) ?? assert.fail()), status: 'creator' })
    service.clock.now += 10_000
    await afterLookup(() => group.say(mai, 'I am back'))
    await areIn(group, ken, 'Ann admin, Eve admin, Ken admin, Mai owner')
  })
})

test('an anonymous admin is an admin under their own name, and never the owner', async () => {
  const group = telegram.addSupergroup({ title: 'Quiet', owner: mai, members: [ken] })
  group.promote(ken, { isAnonymous: true })
  group.invite()
  await areIn(group, mai, 'Ken admin, Mai owner')
  group.say(ken, '/claim', { as: 'group' })
  await isSaidIn(group.id, /You’re posting as the group/)
  await allReceived()
  await areIn(group, mai, 'Ken admin, Mai owner')
})

test('a group that becomes a supergroup keeps its roles, and follows the new one', async () => {
  for (const order of [
    ['old', 'new', 'bot'],
    ['bot', 'new', 'old'],
  ] as const) {
    const group = telegram.addGroup({ title: `Moving ${order[0]}`, owner: mai, members: [ken, ann] })
    group.promote(ken)
    group.invite()
    await areIn(group, mai, 'Ken admin, Mai owner')
    const { supergroup } = group.migrate({ order: [...order] })
    await allReceived()
    await areIn(group, mai, 'Ken admin, Mai owner')
    await afterLookup(() => supergroup.transferOwnership(ken))
    await areIn(group, mai, 'Ken owner, Mai admin')
  }
})

test('a report that comes twice has one effect', async () => {
  const group = telegram.addSupergroup({ title: 'Twice', owner: mai, members: [ken] })
  group.invite()
  await areIn(group, mai, 'Mai owner')
  let message = 0
  await afterLookup(() => {
    message = group.transferOwnership(ken).message.message.message_id
  })
  await areIn(group, ken, 'Ken owner, Mai admin')
  const audit = async () => (await (await as(ken)).get(`${pathOf(group)}/audit`)).body.entries.length
  const before = await audit()
  group.repeat(message)
  await allReceived()
  assert.equal(await audit(), before)
  await areIn(group, ken, 'Ken owner, Mai admin')
})

test('the daily check follows what no one reported, and changes nothing else', async () => {
  const group = telegram.addSupergroup({ title: 'Silent', owner: mai, members: [ken, ann] })
  const same = telegram.addSupergroup({ title: 'Same', owner: mai, members: [ken] })
  same.promote(ken)
  for (const one of [group, same]) one.invite()
  await areIn(group, mai, 'Mai owner')
  await areIn(same, mai, 'Ken admin, Mai owner')
  // Nothing is sent to the bot.
  const { members } = group.state
  const give = (user: User, status: 'creator' | 'administrator') =>
    members.set(user.id, { ...(members.get(user.id) ?? assert.fail()), status })
  give(ken, 'creator')
  give(mai, 'administrator')
  give(ann, 'administrator')
  group.say(ann, 'Ken owns this now')
  await allReceived()
  await areIn(group, mai, 'Ann member, Mai owner')
  await checkChats(service)
  await areIn(group, ken, 'Ann admin, Ken owner, Mai admin')
  await areIn(same, mai, 'Ken admin, Mai owner')
})

test('if Telegram wants no questions for a while, the admins are looked up after that, and not before', async () => {
  const group = telegram.addSupergroup({ title: 'Busy', owner: mai, members: [ken] })
  group.invite({ asAdmin: true })
  await areIn(group, mai, 'Mai owner')
  const asked = () =>
    telegram.requests.filter(
      ({ name, parameters }) => name === 'getChatAdministrators' && parameters.chat_id === group.id,
    ).length
  const before = asked()
  const fault = telegram.faults.add({
    on: ({ route, parameters }) => route === 'getchatadministrators' && parameters.chat_id === group.id,
    do: '429',
    retryAfterSeconds: 3_600,
    times: 1,
  })
  group.promote(ken)
  await until(() => fault.hits === 1, 'it asks')
  const isDueAt = (ms: number) => hasDueJobs(service.store, service.clock.now + ms, ['refresh-admins'])
  const isPutOff = async () => !(await isDueAt(3_590_000)) && (await isDueAt(3_600_000))
  await until(isPutOff, 'it will ask again in an hour')
  assert.equal(asked(), before + 1)
  await areIn(group, mai, 'Mai owner')
  service.clock.now += 3_600_000
  await areIn(group, mai, 'Ken admin, Mai owner')
})

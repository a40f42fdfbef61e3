import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorReport } from '@innkeeper/contract'
import { eventually, until } from '../../support/eventually.ts'
import { checkChats, startTelegramTestService } from '../../support/telegram/telegram.ts'

const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: true } })
const mai = telegram.addUser({ firstName: 'Mai' })
const ken = telegram.addUser({ firstName: 'Ken' })
const owner = await service.caller(`tg:${mai.id}`)
const member = await service.caller(`tg:${ken.id}`)
const operator = await service.caller('U-operator', { isOperator: true })

type Group = ReturnType<typeof telegram.addSupergroup>
type Card = { channelId: string; role: string; seesAllMessages?: boolean }

const addGroup = () => telegram.addSupergroup({ title: 'Flat', owner: mai, members: [ken] })
const allReceived = () => until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')

async function cardOf(group: Group, caller = owner): Promise<Card | undefined> {
  const { body } = await caller.get('/api/overview')
  return (body.channels as Card[]).find(({ channelId }) => channelId === `tg:${group.id}`)
}

/** What the owner is told. */
async function isTold(group: Group, expected: { hidden: boolean }): Promise<void> {
  const card = await eventually(
    () => cardOf(group),
    (found) => found?.role === 'owner' && (found.seesAllMessages === false) === expected.hidden,
  )
  assert.deepEqual([card?.role, card?.seesAllMessages], ['owner', expected.hidden ? false : undefined])
}

async function countHidden(): Promise<number> {
  const { body } = await operator.get('/api/operator')
  return body.connections.find(({ platform }: { platform: string }) => platform === 'telegram').chatsWithHiddenMessages
}

test('if privacy mode hides messages of a group, its owner and the operator are told until the bot is an admin', async () => {
  const before = await countHidden()
  const group = addGroup()
  group.invite()
  await isTold(group, { hidden: true })
  assert.equal(await countHidden(), before + 1)
  group.promoteBot()
  await isTold(group, { hidden: false })
  assert.equal(await countHidden(), before)
  group.demoteBot()
  await isTold(group, { hidden: true })
  assert.equal(await countHidden(), before + 1)
})

test('members, who can not change it, are not told', async () => {
  const group = addGroup()
  group.invite()
  group.say(ken, '/help')
  await isTold(group, { hidden: true })
  const card = await eventually(
    () => cardOf(group, member),
    (found) => found?.role === 'member',
  )
  assert.deepEqual([card?.role, card?.seesAllMessages], ['member', undefined])
})

test('privacy mode that is turned off counts when the bot is added again', async () => {
  const group = addGroup()
  group.invite()
  await isTold(group, { hidden: true })
  telegram.bot.privacyMode = false
  await checkChats(service)
  await isTold(group, { hidden: true })
  group.removeBot()
  await allReceived()
  assert.equal((await cardOf(group))?.seesAllMessages, undefined, 'where the bot is not, it does not matter')
  group.invite()
  await isTold(group, { hidden: false })
  telegram.bot.privacyMode = true
})

test('the daily check finds it out, too', async () => {
  const group = addGroup()
  group.invite()
  await isTold(group, { hidden: true })
  const owned = { owner: { userId: `tg:${mai.id}` }, admins: [], seesAllMessages: true }
  const channelId = `tg:${group.id}`
  await service.store.write<'record-admins'>({ kind: 'record-admins', at: service.clock.now, channelId, ...owned })
  await isTold(group, { hidden: false })
  await checkChats(service)
  await isTold(group, { hidden: true })
})

test('also where the platform doesn’t decide about owners, and then it changes no one’s role', async () => {
  const claimed = await startTelegramTestService({ INNKEEPER_CLAIM: 'first' }, { bot: { privacyMode: true } })
  const ann = claimed.telegram.addUser({ firstName: 'Ann' })
  const group = claimed.telegram.addSupergroup({ title: 'Claimed', owner: ann })
  group.invite()
  const channelId = `tg:${group.id}`
  const reader = await claimed.service.caller('U-operator', { isOperator: true })
  const isHidden = async () => {
    const { body } = await reader.get('/api/operator')
    const [connection] = (body as OperatorReport).connections
    return connection?.chatsWithHiddenMessages === 1
  }
  await until(isHidden, 'the bot is there')
  const { service } = claimed
  const owned = { owner: undefined, admins: [], seesAllMessages: true }
  await service.store.write<'record-admins'>({ kind: 'record-admins', at: service.clock.now, channelId, ...owned })
  assert.equal(await isHidden(), false)
  await checkChats(service)
  assert.equal(await isHidden(), true)
  const { status } = await (await service.caller(`tg:${ann.id}`)).get(`/api/channels/${channelId}/members`)
  assert.equal(status, 403, 'its creator has not claimed it')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Group, MigrationPart, Update } from '../src/index.ts'
import { openTelegram } from './support/telegram.ts'

/** What an update is about, in short. */
function shortly(update: Update): string {
  const [, kind = ''] = Object.keys(update)
  const body = update[kind] as Record<string, { status?: string }>
  if (kind.endsWith('chat_member')) return `${kind} ${body.old_chat_member?.status} ${body.new_chat_member?.status}`
  const known = [
    'new_chat_members',
    'left_chat_member',
    'migrate_to_chat_id',
    'migrate_from_chat_id',
    'chat_owner_changed',
    'text',
  ]
  return `${kind} ${known.find((name) => name in body)}`
}

test('a bot in privacy mode gets only what is meant for it', async () => {
  const { telegram, flat, mai, ken, call } = await openTelegram()
  flat.invite()
  assert.equal(flat.say(mai, 'hello').why, 'privacy mode')
  assert.equal(flat.say(mai, { type: 'photo', caption: 'look' }).why, 'privacy mode')
  assert.equal(flat.say(mai, '/help').why, undefined)
  assert.equal(flat.say(mai, '/help@innkeeper_bot').why, undefined)
  assert.equal(flat.say(mai, '/help@other_bot').why, 'privacy mode')
  const { result } = await call('sendMessage', { chat_id: flat.id, text: 'hi' })
  const answer = flat.say(ken, 'thanks', { replyTo: result.message_id })
  assert.equal(answer.why, undefined)
  assert.equal(flat.rename('Our flat').why, undefined, 'service messages come always')
  telegram.bot.privacyMode = false
  assert.equal((await call('getMe')).result.can_read_all_group_messages, true)
  assert.equal(flat.say(mai, 'still blind').why, 'privacy mode')
  flat.removeBot()
  flat.invite()
  assert.equal(flat.say(mai, 'seen').why, undefined)
  telegram.bot.privacyMode = true
  flat.removeBot()
  flat.invite()
  assert.equal(flat.say(mai, 'blind again').why, 'privacy mode')
  flat.promoteBot()
  assert.equal(flat.say(mai, 'admins see all').why, undefined)
})

test('commands without a name are for the bot that wrote last', async () => {
  const { telegram, flat, mai, call } = await openTelegram()
  const other = telegram.addBot({ firstName: 'Other' })
  flat.invite()
  flat.join(other)
  flat.say(other, 'I am here')
  assert.equal(flat.say(mai, '/help').why, 'privacy mode')
  await call('sendMessage', { chat_id: flat.id, text: 'hi' })
  assert.equal(flat.say(mai, '/help').why, undefined)
})

test('other bots are not heard, unless one of both has that mode', async () => {
  const { telegram, flat } = await openTelegram()
  const [quiet, loud] = [telegram.addBot(), telegram.addBot({ botToBot: true })]
  flat.invite({ asAdmin: true })
  for (const bot of [quiet, loud]) flat.join(bot)
  assert.equal(flat.say(quiet, '/help@innkeeper_bot').why, 'another bot')
  assert.equal(flat.say(loud, 'hello').why, 'another bot')
  assert.equal(flat.say(loud, '/help@innkeeper_bot').why, undefined)
  telegram.bot.botToBot = true
  assert.equal(flat.say(quiet, 'hello').why, undefined)
})

test('joins are reported twice to admins, once to members, and not at all if messages for them are off', async () => {
  const { telegram, flat, mai, ken, drain } = await openTelegram()
  flat.invite({ by: mai })
  flat.kick(ken)
  assert.deepEqual((await drain()).map(shortly), [
    'message new_chat_members',
    'my_chat_member left member',
    'message left_chat_member',
  ])
  flat.promoteBot()
  flat.join(ken)
  assert.deepEqual((await drain()).map(shortly), [
    'my_chat_member member administrator',
    'message new_chat_members',
    'chat_member kicked member',
  ])
  telegram.world.settings.joins = { hasServiceMessage: true, first: 'chat_member' }
  flat.restrict(ken)
  flat.restrict(ken, { isMember: false })
  flat.join(ken)
  telegram.world.settings.joins.hasServiceMessage = false
  flat.leave(ken)
  flat.removeBot()
  assert.deepEqual((await drain()).map(shortly), [
    'chat_member member restricted',
    'chat_member restricted restricted',
    'chat_member restricted member',
    'message new_chat_members',
    'chat_member member left',
    'my_chat_member administrator kicked',
  ])
})

test('the owner and the admins can be asked for, also anonymous ones', async () => {
  const { telegram, flat, mai, ken, call, drain } = await openTelegram()
  const other = telegram.addBot()
  flat.invite({ asAdmin: true })
  flat.join(other)
  flat.promote(other)
  flat.promote(ken, { isAnonymous: true, title: 'caretaker' })
  const admins = async (more = {}) =>
    (await call('getChatAdministrators', { chat_id: flat.id, ...more })).result.map(
      ({ status, user }: { status: string; user: { id: number } }) => [status, user.id],
    )
  const own = ['administrator', telegram.bot.id]
  assert.deepEqual(await admins(), [['creator', mai.id], ['administrator', ken.id], own])
  assert.equal((await admins({ return_bots: true })).length, 4)
  const { message } = flat.say(ken, 'hello')
  assert.deepEqual([message.sender_chat?.id, message.author_signature], [flat.id, 'caretaker'])
  await drain()
  flat.transferOwnership(ken)
  assert.deepEqual((await drain()).map(shortly), [
    'message chat_owner_changed',
    'chat_member creator administrator',
    'chat_member administrator creator',
  ])
  assert.deepEqual((await admins())[1], ['creator', ken.id])
  assert.equal((await call('getChatMemberCount', { chat_id: flat.id })).result, 4, 'bots count')
  assert.equal((await call('getChatMember', { chat_id: flat.id, user_id: mai.id })).result.status, 'administrator')
})

test('people start, block and unblock the bot', async () => {
  const { mai, ken, call, drain } = await openTelegram()
  const send = async (chatId: number) => (await call('sendMessage', { chat_id: chatId, text: 'hi' })).body.description
  assert.equal(await send(mai.id), "Forbidden: bot can't initiate conversation with a user")
  mai.start('link')
  assert.equal(await send(mai.id), undefined)
  mai.block()
  assert.equal(await send(mai.id), 'Forbidden: bot was blocked by the user')
  assert.throws(() => mai.say('hello'), /has blocked the bot/)
  mai.unblock()
  assert.deepEqual((await drain()).map(shortly), [
    'message text',
    'my_chat_member member kicked',
    'my_chat_member kicked member',
  ])
  assert.equal((await call('getChat', { chat_id: ken.id })).body.description, 'Bad Request: chat not found')
})

const orders: MigrationPart[][] = [
  ['old', 'new', 'bot'],
  ['new', 'old', 'bot'],
  ['bot', 'old', 'new'],
  ['bot', 'new'],
  ['old'],
]
const parts = { old: 'migrate_to_chat_id', new: 'migrate_from_chat_id', bot: 'my_chat_member' }

for (const order of orders) {
  test(`a group becomes a supergroup: ${order.join(', ')}`, async () => {
    const { telegram, mai, ken, call, drain } = await openTelegram()
    const small: Group = telegram.addGroup({ title: 'Small', owner: mai, members: [ken] })
    small.invite()
    small.say(mai, '/help')
    await drain()
    const { supergroup, tell } = small.migrate({ order })
    const seen = (await drain()).map(shortly)
    assert.equal(seen.length, order.length)
    for (const [index, part] of order.entries()) assert.ok(seen[index]?.includes(parts[part]), seen[index])
    const sent = await call('sendMessage', { chat_id: small.id, text: 'hi' })
    assert.deepEqual(sent.body, {
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: supergroup.id },
    })
    assert.equal((await call('sendMessage', { chat_id: supergroup.id, text: 'hi' })).result.message_id, 2)
    assert.throws(() => small.say(mai, 'hello'), /is chat/)
    assert.equal(supergroup.say(mai, '/help').message.message_id, 3)
    tell('new')
    assert.ok(shortly((await drain()).at(-1) as Update).includes('migrate_from_chat_id'))
  })
}

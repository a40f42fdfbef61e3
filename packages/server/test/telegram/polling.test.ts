import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourcePosition } from '../../src/ports/connector.ts'
import { type Answer, answerWith, ok, pull, refusalOf, refuse, silenceOf } from './platform.ts'
import { bot, flat, inn, mai, messageOf, second } from './reading.ts'

const hourMs = 60 * 60_000
const startedAt = 1_790_000_000_000

function updates(...ids: number[]) {
  return ids.map((id) => ({ update_id: id, ...messageOf({ message_id: id, text: `text ${id}` }) }))
}

function positionAt(updateId: number, receivedAt: number, polledAt = receivedAt): SourcePosition {
  return { source: 'getUpdates', value: `${updateId} ${receivedAt} ${polledAt}` }
}

async function missedWith(position: SourcePosition, ...batches: object[][]) {
  const { connector } = answerWith({ getUpdates: batches.map(ok) }, { clock: () => startedAt })
  const taken = await pull(connector, { position, most: batches.filter((one) => one.length > 0).length || 1 })
  return taken.flatMap(({ events }) => events.flatMap((one) => (one.kind === 'events-missed' ? [one.since] : [])))
}

test('updates are confirmed only after they are stored, and the wish for them is repeated each time', async () => {
  const { connector, callsOf } = answerWith(
    { getUpdates: [ok(updates(701, 702)), ok(updates(703)), ok([])] },
    { clock: () => startedAt },
  )
  const taken = await pull(connector, { most: 2 })
  assert.deepEqual(
    taken.map(({ events, position }) => [events.map(({ eventId }) => eventId), position?.value]),
    [
      [['701', '702'], `702 ${startedAt} ${startedAt}`],
      [['703'], `703 ${startedAt} ${startedAt}`],
    ],
  )
  const allowed = ['message', 'edited_message', 'my_chat_member', 'chat_member']
  assert.deepEqual(
    callsOf('getUpdates').map(({ parameters }) => parameters),
    [
      { limit: 100, timeout: 0, allowed_updates: allowed },
      { offset: 703, limit: 100, timeout: 30, allowed_updates: allowed },
    ],
  )
})

test('how many messages wait is asked where more than one batch does, and a failure of that is none of the poll', async () => {
  const batch = updates(...Array.from({ length: 100 }, (_, index) => 701 + index))
  const pendingWith = async (last: Answer) => {
    // The first answer is about a webhook.
    const answers = { getUpdates: [ok(batch), ok(updates(801))], getWebhookInfo: [ok({ url: '' }), last] }
    const pending: (number | null)[] = []
    const taken = await pull(answerWith(answers).connector, { most: 2, notePolled: (behind) => pending.push(behind) })
    assert.equal(taken.length, 2)
    return pending
  }
  assert.deepEqual(await pendingWith(ok({ url: '', pending_update_count: 350 })), [null, 250, 0])
  assert.deepEqual(await pendingWith(refuse(429, 'Too Many Requests: retry after 5', { retry_after: 5 })), [
    null,
    null,
    0,
  ])
})

test('what could not be stored is not confirmed', async () => {
  const { connector, callsOf } = answerWith({ getUpdates: ok(updates(701)) })
  const full = new Error('the disk is full')
  await assert.rejects(pull(connector, { take: () => Promise.reject(full) }), full)
  assert.equal(callsOf('getUpdates').length, 1)
})

test('after a start, whatever was not confirmed comes again, and an old number does no harm', async () => {
  const { connector, callsOf } = answerWith({ getUpdates: ok(updates(3)) }, { clock: () => startedAt })
  const [first] = await pull(connector, { position: positionAt(900_000, startedAt - 8 * 24 * hourMs, startedAt) })
  assert.equal(first?.events.length, 1)
  assert.equal(callsOf('getUpdates')[0]?.parameters.offset, undefined)
})

test('a jump in the numbers is told, with the time since when messages may be missing', async () => {
  const before = startedAt - hourMs
  assert.deepEqual(await missedWith(positionAt(700, before), updates(701, 702)), [])
  assert.deepEqual(await missedWith(positionAt(702, before), updates(701, 702, 703)), [])
  assert.deepEqual(await missedWith(positionAt(700, before), updates(702)), [before])
  assert.deepEqual(await missedWith(positionAt(700, before), updates(701, 703)), [before])
  assert.deepEqual(await missedWith(positionAt(700, before), updates(701), updates(705)), [startedAt])
})

test('after a week without updates Telegram counts from a random number, and nothing is missing', async () => {
  const weekAgo = startedAt - 7 * 24 * hourMs
  assert.deepEqual(await missedWith(positionAt(700, weekAgo, startedAt - hourMs), updates(88_000)), [])
  assert.deepEqual(await missedWith(positionAt(700, weekAgo, startedAt - hourMs), updates(5)), [])
  // A gap within them is one.
  assert.deepEqual(await missedWith(positionAt(700, weekAgo, startedAt - hourMs), updates(88_000, 88_002)), [weekAgo])
})

test('24 hours without polling are told, unless the next number shows that nothing is missing', async () => {
  const away = startedAt - 24 * hourMs - 60_000
  assert.deepEqual(await missedWith(positionAt(700, away - hourMs, away), updates(709)), [away])
  // As long as nothing arrives, it isn't known whether anyone wrote.
  assert.deepEqual(await missedWith(positionAt(700, away - hourMs, away), [], updates(709)), [away])
  assert.deepEqual(await missedWith(positionAt(700, away - hourMs, away), [], updates(701)), [])
  assert.deepEqual(await missedWith(positionAt(700, away - hourMs, away), updates(701)), [])
  assert.deepEqual(await missedWith(positionAt(700, away, startedAt - 23 * hourMs), updates(701)), [])
})

test('a group that became a supergroup is moved before anything of its new place is stored', async () => {
  const supergroup = { ...flat, id: -1001555296434 }
  const added = {
    update_id: 801,
    my_chat_member: {
      chat: supergroup,
      from: mai,
      date: second,
      old_chat_member: { user: inn, status: 'left' },
      new_chat_member: { user: inn, status: 'member' },
    },
  }
  const old = { id: -599, title: 'Flat', type: 'group' }
  const moved = { update_id: 802, ...messageOf({ chat: old, migrate_to_chat_id: supergroup.id }) }
  const { connector, callsOf } = answerWith({ getUpdates: [ok([added]), ok([added, moved])] })
  const asked: string[] = []
  const [first] = await pull(connector, {
    async knowsChat(chatId) {
      asked.push(chatId)
      return false
    },
  })
  assert.deepEqual(
    first?.events.map(({ kind }) => kind),
    ['chat-moved', 'bot-added'],
  )
  assert.deepEqual(asked, [`tg:${supergroup.id}`])
  assert.deepEqual(
    callsOf('getUpdates').map(({ parameters }) => parameters.offset),
    [undefined, 801],
    'nothing is confirmed meanwhile',
  )
})

test('while the events of one chat wait, those of others are stored, and all are confirmed together', async () => {
  const strange = { ...flat, id: -1001555296434 }
  const say = (id: number, chat: object) => ({ update_id: id, ...messageOf({ message_id: id, chat, text: `${id}` }) })
  const batch = [say(801, flat), say(802, strange), say(803, flat)]
  let isKnown = false
  const { connector, callsOf } = answerWith({ getUpdates: [ok(batch), ok(batch.slice(1)), ok([say(804, flat)])] })
  const taken = await pull(connector, {
    most: 3,
    async knowsChat(chatId) {
      const answer = isKnown || chatId !== `tg:${strange.id}`
      isKnown ||= chatId === `tg:${strange.id}`
      return answer
    },
  })
  assert.deepEqual(
    taken.map(({ events, position }) => [events.map(({ eventId }) => eventId), position?.value.split(' ')[0]]),
    [
      [['801', '803'], '801'],
      [['802'], '803'],
      [['804'], '804'],
    ],
  )
  assert.deepEqual(
    callsOf('getUpdates').map(({ parameters }) => parameters.offset),
    [undefined, 802, 804],
  )
})

test('updates without a number that can be used do not stop the stream', async () => {
  const large = { update_id: Number.MAX_SAFE_INTEGER, ...messageOf({ text: 'far too large' }) }
  const { connector, callsOf } = answerWith({
    getUpdates: [ok(updates(701)), ok([large, { message: {} }]), ok(updates(704))],
  })
  const taken = await pull(connector, { most: 3 })
  assert.deepEqual(
    taken.map(({ events, unread }) => [events.map(({ eventId }) => eventId), unread.length]),
    [
      [['701'], 0],
      [[], 2],
      [['704'], 0],
    ],
  )
  assert.deepEqual(
    callsOf('getUpdates').map(({ parameters }) => parameters.offset),
    [undefined, 702, 704],
  )
  // If they come again all the same, they aren't stored again.
  const stuck = answerWith({ getUpdates: [ok(updates(701)), ok([large])] })
  const kept: number[] = []
  await silenceOf(
    pull(stuck.connector, {
      async take({ unread }) {
        kept.push(unread.length)
      },
    }),
  )
  assert.deepEqual(kept, [0, 1])
})

test('another program with the same token, a wrong token and a page instead of an answer end the run with their reason', async () => {
  const run = (answer: Answer) => pull(answerWith({ getUpdates: answer }).connector)
  const conflict = await refusalOf(run(refuse(409, 'Conflict: terminated by other getUpdates request')))
  assert.equal(conflict.code, 'conflict')
  assert.equal((await refusalOf(run(refuse(401, 'Unauthorized')))).code, 'forbidden')
  await silenceOf(run(() => new Response('<html>Bad Gateway</html>', { status: 502 })))
  await silenceOf(run(ok({ no: 'list' })))
  await silenceOf(run(ok([{ message: {} }])))
})

test('a webhook that someone else has set stays, and is named without its path', async () => {
  const url = 'https://other.example.com/secret-path'
  const { connector, callsOf } = answerWith({ getWebhookInfo: ok({ url, pending_update_count: 3 }) })
  const { code, message } = await refusalOf(pull(connector))
  assert.equal(code, 'conflict')
  assert.match(message, /other\.example\.com/)
  assert.doesNotMatch(message, /secret-path/)
  assert.deepEqual(callsOf('deleteWebhook'), [])
})

test('our own webhook from before is removed, and what waits there is received', async () => {
  const url = 'https://inn.example.com/webhooks/telegram'
  const { connector, callsOf } = answerWith(
    { getWebhookInfo: ok({ url, pending_update_count: 3 }), deleteWebhook: ok(true), getUpdates: ok(updates(1)) },
    { webhookUrl: url },
  )
  assert.equal((await pull(connector)).length, 1)
  assert.deepEqual(callsOf('deleteWebhook')[0]?.parameters, { drop_pending_updates: false })
})

test("another bot's token is not used until that is confirmed", async () => {
  const answers = { getUpdates: ok(updates(1)), sendMessage: ok({ message_id: 1 }) }
  const { connector, calls } = answerWith(answers)
  connector.setAccount('tg:111')
  const refusal = await refusalOf(pull(connector))
  assert.equal(refusal.code, 'forbidden')
  assert.match(refusal.message, /TELEGRAM_BOT_ID=7000000001/)
  const reply = { token: '5', expiresAt: null, isOneUse: false, cost: 'free' as const }
  const speech = { parts: [{ kind: 'text' as const, pieces: ['hi'] }] }
  const silence = await silenceOf(connector.replies.send(reply, speech, { type: 'user' }))
  assert.equal(silence.isUnsent, true)
  assert.deepEqual(calls, [])
  const confirmed = answerWith(answers, { confirmedBotId: bot.id })
  confirmed.connector.setAccount('tg:111')
  assert.equal((await pull(confirmed.connector)).length, 1)
})

test('the commands are in the menu of the bot, in each language', async () => {
  const { connector, callsOf } = answerWith({ getUpdates: ok(updates(1)) })
  await pull(connector)
  const menus = callsOf('setMyCommands').map(({ parameters }) => parameters)
  assert.deepEqual(
    menus.map(({ language_code: code }) => code),
    [undefined, 'ja', 'th', 'zh'],
  )
  for (const { commands } of menus as { commands: { command: string; description: string }[] }[]) {
    const names = commands.map(({ command }) => command)
    for (const name of ['help', 'backup', 'private', 'link']) assert.ok(names.includes(name), `${name}: ${names}`)
    assert.ok(!names.includes('claim'))
    for (const { description } of commands) assert.ok(description.length > 3 && description.length <= 256)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsQuota, monthOf } from '../src/rules/quota.ts'
import { isReplyable, receiveToken } from '../src/rules/reply-tokens.ts'
import { openLine } from './support.ts'

const minuteMs = 60_000
const invalid = { message: 'Invalid reply token' }
const key = { 'x-line-retry-key': '123e4567-e89b-12d3-a456-426614174000' }
const failed = { message: 'Failed to send messages' }
const dayMs = 86_400_000

test('a reply goes to the chat of its token and returns the ids of its messages', async () => {
  const { line, group, mai, call, time } = await openLine()
  await group.invite()
  const { event } = await group.say(mai, 'hello')
  const messages = [
    { type: 'text', text: 'hi' },
    { type: 'location', title: 'Here', address: 'Street', latitude: 35, longitude: 139 },
  ]
  const { status, body } = await call('POST /v2/bot/message/reply', { replyToken: event.replyToken, messages })
  assert.equal(status, 200)
  assert.deepEqual(
    body.sentMessages.map((sent: object) => Object.keys(sent)),
    [['id', 'quoteToken'], ['id']],
  )
  const [sent] = line.sent
  assert.deepEqual([sent?.kind, sent?.chatId, sent?.at], ['reply', group.groupId, time.now])
  assert.deepEqual([sent?.messages, sent?.replyToken], [messages, event.replyToken])
})

test('a reply token works once', async () => {
  const { group, mai, reply, line } = await openLine()
  await group.invite()
  const { event } = await group.say(mai, 'hello')
  assert.equal((await reply(event.replyToken)).status, 200)
  const again = await reply(event.replyToken)
  assert.deepEqual([again.status, again.body], [400, invalid])
  assert.deepEqual((await reply('0'.repeat(32))).body, invalid)
  assert.equal(line.sent.length, 1)
})

test('a reply token is valid for a minute', async () => {
  const { group, mai, reply, time } = await openLine()
  await group.invite()
  const [first, second] = [await group.say(mai, 'one'), await group.say(mai, 'two')]
  time.now += minuteMs
  assert.equal((await reply(first.event.replyToken)).status, 200)
  time.now += 1
  assert.deepEqual((await reply(second.event.replyToken)).body, invalid)
})

test('a refused reply does not use up its token', async () => {
  const { group, mai, reply } = await openLine()
  await group.invite()
  const { event } = await group.say(mai, 'hello')
  assert.equal((await reply(event.replyToken, '')).status, 400)
  assert.equal((await reply(event.replyToken)).status, 200)
})

test('a redelivery renews an unused token', async () => {
  const { line, bot, group, mai, reply, time } = await openLine()
  await group.invite()
  line.delivery.configure({ redelivery: { isOn: true, delaysMs: [1] } })
  bot.answers.push(500)
  const { event } = await group.say(mai, 'hello')
  // As if the second copy had arrived ten minutes later.
  time.now += 10 * minuteMs
  assert.equal((await reply(event.replyToken)).status, 400)
  await line.deliver([{ ...event, deliveryContext: { isRedelivery: true } }])
  assert.equal((await reply(event.replyToken)).status, 200)
  await line.deliver([{ ...event, deliveryContext: { isRedelivery: true } }])
  assert.equal((await reply(event.replyToken)).status, 400, 'a used token stays used')
})

test('a reply token lasts a minute; a redelivery extends it up to twenty minutes, a duplicate does not', () => {
  const arrival = { chatId: 'C', occurredAt: 0, at: 0, isRedelivery: false }
  const first = receiveToken(undefined, arrival)
  assert.deepEqual([isReplyable(first, minuteMs), isReplyable(first, minuteMs + 1)], [true, false])
  const duplicate = receiveToken(first, { ...arrival, at: 30_000 })
  assert.equal(duplicate.expiresAt, minuteMs)
  const later = receiveToken(first, { ...arrival, at: 5 * minuteMs, isRedelivery: true })
  assert.equal(later.expiresAt, 6 * minuteMs)
  const late = receiveToken(first, { ...arrival, at: 19.5 * minuteMs, isRedelivery: true })
  assert.equal(late.expiresAt, 20 * minuteMs)
  const tooLate = receiveToken(first, { ...arrival, at: 25 * minuteMs, isRedelivery: true })
  assert.equal(isReplyable(tooLate, 25 * minuteMs), false)
  const used = receiveToken({ ...first, isUsed: true }, { ...arrival, at: 1, isRedelivery: true })
  assert.equal(isReplyable(used, 2), false)
})

test('a reply with a retry key is refused', async () => {
  const { call, line } = await openLine()
  const messages = [{ type: 'text', text: 'hi' }]
  const refused = await call('POST /v2/bot/message/reply', { replyToken: 'x', messages }, key)
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /retry key/)
  assert.equal(line.sent.length, 0)
})

test('a person without an id can be replied to', async () => {
  const { line, reply } = await openLine()
  const shy = line.addUser({ hasConsented: false })
  const { event } = await shy.say('hello')
  assert.equal((await reply(event.replyToken)).status, 200)
})

test('a push reaches a group only while the bot is in it', async () => {
  const { line, group, push } = await openLine()
  assert.deepEqual((await push(group.groupId)).body, failed)
  await group.invite()
  assert.equal((await push(group.groupId)).status, 200)
  await group.removeBot()
  assert.deepEqual((await push(group.groupId)).body, failed)
  assert.deepEqual(
    line.sent.map(({ kind, chatId, recipients }) => [kind, chatId, recipients]),
    [['push', group.groupId, 2]],
  )
})

test('a push to an unknown user fails, and one to a user who has blocked the bot seems to succeed', async () => {
  const { line, mai, push } = await openLine()
  assert.deepEqual((await push(`U${'0'.repeat(32)}`)).body, failed)
  await line.follow(mai)
  await line.unfollow(mai)
  assert.equal((await push(mai.userId)).status, 200)
  assert.equal(line.sent[0]?.recipients, 0)
})

test('a push to a malformed or empty id is refused', async () => {
  const { push } = await openLine()
  const message = "The property, 'to', in the request body is invalid (line: -, column: -)"
  assert.deepEqual((await push('nobody')).body, { message })
  assert.deepEqual((await push('')).body.details, [{ message: 'May not be empty', property: 'to' }])
})

test('a push costs one message per member, and a reply none', async () => {
  const { line, group, mai, reply, push, call, time } = await openLine({ quota: 5 })
  const used = async () => (await call('GET /v2/bot/message/quota/consumption')).body.totalUsage
  await group.invite()
  await line.follow(mai)
  assert.deepEqual((await call('GET /v2/bot/message/quota')).body, { type: 'limited', value: 5 })
  await reply((await group.say(mai, 'hello')).event.replyToken)
  assert.equal(await used(), 0)
  await push(group.groupId)
  await push(group.groupId)
  assert.equal(await used(), 4)
  const refused = await push(group.groupId)
  assert.deepEqual([refused.status, refused.body], [429, { message: 'You have reached your monthly limit.' }])
  assert.equal((await push(mai.userId)).status, 200, 'one message is left')
  assert.equal(await used(), 5)
  time.now += 31 * dayMs
  assert.equal(await used(), 0)
  assert.equal((await push(group.groupId)).status, 200)
})

test('months are counted in Japan’s time zone, and a quota can be used up exactly', () => {
  assert.equal(monthOf(Date.UTC(2026, 7, 31, 14, 59)), '2026-08')
  assert.equal(monthOf(Date.UTC(2026, 7, 31, 15)), '2026-09')
  assert.ok(fitsQuota({ limit: 5, used: 3, cost: 2 }) && !fitsQuota({ limit: 5, used: 3, cost: 3 }))
  assert.ok(fitsQuota({ limit: null, used: 1e9, cost: 1 }))
})

test('a retry key sends only once a day', async () => {
  const { line, group, push, time } = await openLine()
  await group.invite()
  const first = await push(group.groupId, key)
  const again = await push(group.groupId, key)
  assert.equal(again.status, 409)
  assert.deepEqual(again.body, { message: 'The retry key is already accepted', ...first.body })
  assert.equal(again.headers.get('x-line-accepted-request-id'), first.headers.get('x-line-request-id'))
  assert.notEqual(again.headers.get('x-line-request-id'), first.headers.get('x-line-request-id'))
  assert.equal(line.sent.length, 1)
  time.now += dayMs
  assert.equal((await push(group.groupId, key)).status, 200)
  assert.equal(line.sent.length, 2)
})

test('a retry key is not used up by a refused request', async () => {
  const { group, push } = await openLine()
  assert.equal((await push(group.groupId, key)).status, 400)
  await group.invite()
  assert.equal((await push(group.groupId, key)).status, 200)
  assert.equal((await push(group.groupId, { 'x-line-retry-key': 'no-uuid' })).status, 400)
})

test('multicast, broadcast and narrowcast reach friends and never groups', async () => {
  const { line, group, mai, ken, call } = await openLine()
  await group.invite()
  await line.follow(mai)
  const messages = [{ type: 'text', text: 'news' }]
  const multicast = await call('POST /v2/bot/message/multicast', { to: [mai.userId, ken.userId], messages })
  assert.deepEqual([multicast.status, multicast.body], [200, {}])
  assert.equal((await call('POST /v2/bot/message/multicast', { to: [group.groupId], messages })).status, 400)
  assert.equal((await call('POST /v2/bot/message/multicast', { to: [], messages })).status, 400)
  assert.equal((await call('POST /v2/bot/message/broadcast', { messages }, key)).status, 200)
  assert.equal((await call('POST /v2/bot/message/broadcast', { messages }, key)).status, 409)
  assert.equal((await call('POST /v2/bot/message/narrowcast', { messages })).status, 202)
  const sent = line.sent.map(
    ({ kind, chatId, recipients }) => `${kind} ${chatId === mai.userId ? 'mai' : 'ken'} ${recipients}`,
  )
  assert.deepEqual(sent, ['multicast mai 1', 'multicast ken 0', 'broadcast mai 1', 'narrowcast mai 1'])
})

test('the messages sent on a day can be counted on the next day', async () => {
  const { group, push, call, time } = await openLine()
  await group.invite()
  await push(group.groupId)
  const count = async () => (await call('GET /v2/bot/message/delivery/push?date=20260820')).body
  assert.deepEqual(await count(), { status: 'unready' })
  time.now += dayMs
  assert.deepEqual(await count(), { status: 'ready', success: 2 })
})

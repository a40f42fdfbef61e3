import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateSignature, type webhook } from '@line/bot-sdk'
import { signBody } from '../src/index.ts'
import { openLine } from './support.ts'

test('signatures match the published test vectors', () => {
  const destination = '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}'
  const vectors: [secret: string, body: string, signature: string][] = [
    ['8c570fa6dd201bb328f1c1eac23a96d8', destination, 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs='],
    ['SECRET', '{}', '3q8QXTAGaey18yL8FWTqdVlbMr6hcuNvM4tefa0o9nA='],
    ['channel_secret', 'bodybodybodybody', '/gg9a+LvFevTH1sd7XCQycD7tsWclCsInj7MhBHxN7k='],
    ['test_secret', '{"hello":"world"}', 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM='],
  ]
  for (const [secret, body, signature] of vectors) {
    assert.equal(signBody(body, secret), signature)
    assert.ok(validateSignature(body, secret, signature))
  }
})

test('a webhook looks like the platform’s, and the official library accepts its signature', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  await group.say(mai, 'おはよう 🌞')
  const { headers, body } = bot.received[1] ?? assert.fail()
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['user-agent'], 'LineBotWebhook/2.0')
  assert.ok(validateSignature(body, line.channelSecret, String(headers['x-line-signature'])))
  assert.equal(body, JSON.stringify(JSON.parse(body)), 'compact')
  assert.equal(JSON.parse(body).destination, line.botUserId)
})

test('everything that happens in a group is an event with the right fields', async () => {
  const { line, bot, group, mai, ken } = await openLine()
  const newcomer = line.addUser()
  await group.invite()
  const { messageId } = await group.say(mai, 'one')
  await group.edit(mai, messageId, 'two')
  await group.unsend(mai, messageId)
  await group.join(newcomer)
  await group.postback(ken, 'a=1')
  await group.leave(newcomer, ken)
  await group.removeBot()
  const events = bot.received.flatMap((one) => one.events)
  const types = 'join message messageEdited unsend memberJoined postback memberLeft leave'
  assert.equal(events.map(({ type }) => type).join(' '), types)
  for (const event of events) {
    assert.match(event.webhookEventId, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    assert.equal('replyToken' in event, !['unsend', 'memberLeft', 'leave'].includes(event.type), event.type)
    const userId = event.source && 'userId' in event.source ? event.source.userId : undefined
    const isNamed = ['message', 'messageEdited', 'unsend', 'postback'].includes(event.type)
    assert.equal(userId !== undefined, isNamed, event.type)
  }
  const [, message, edited] = events as [unknown, webhook.MessageEvent, webhook.MessageEditedEvent]
  assert.equal(message.message.id, edited.message.id)
  assert.notEqual(message.replyToken, edited.replyToken)
  assert.ok('markAsReadToken' in message.message && !('markAsReadToken' in edited.message))
  const left = events.find((event) => event.type === 'memberLeft')
  assert.deepEqual(left?.left.members, [
    { type: 'user', userId: newcomer.userId },
    { type: 'user', userId: ken.userId },
  ])
})

test('the id of a person who never consented is never sent', async () => {
  const { line, bot, group, mai } = await openLine()
  const shy = line.addUser({ hasConsented: false })
  await group.invite()
  await group.join(shy)
  await group.say(shy, 'psst')
  const mentionees = [{ type: 'user' as const, index: 0, length: 4, userId: shy.userId }]
  await group.say(mai, { type: 'text', text: '@shy', mention: { mentionees } })
  assert.ok(!bot.received.some(({ body }) => body.includes(shy.userId)))
})

test('mentions show whether they refer to the bot', async () => {
  const { line, group, mai, ken } = await openLine()
  await group.invite()
  const mentionees = [
    { type: 'user' as const, index: 0, length: 4, userId: line.botUserId },
    { type: 'user' as const, index: 5, length: 4, userId: ken.userId },
    { type: 'all' as const, index: 10, length: 4 },
  ]
  const { event } = await group.say(mai, { type: 'text', text: '@bot @ken @all', mention: { mentionees } })
  assert.deepEqual('mention' in event.message && event.message.mention?.mentionees, [
    { type: 'user', index: 0, length: 4, userId: line.botUserId, isSelf: true },
    { type: 'user', index: 5, length: 4, userId: ken.userId, isSelf: false },
    { type: 'all', index: 10, length: 4 },
  ])
})

test('a user can add the bot, write to it, block it and unblock it', async () => {
  const { line, mai } = await openLine()
  assert.equal((await line.follow(mai)).event.follow.isUnblocked, false)
  assert.deepEqual((await mai.say('hello')).event.source, { type: 'user', userId: mai.userId })
  const { event } = await line.unfollow(mai)
  assert.ok(!('replyToken' in event))
  await assert.rejects(mai.say('still there?'), /blocked/)
  assert.equal((await line.follow(mai)).event.follow.isUnblocked, true)
})

test('actions that are impossible on the platform throw an error', async () => {
  const { group, mai, ken, line } = await openLine()
  await assert.rejects(group.say(mai, 'too early'), /Call invite\(\) first/)
  await group.invite()
  await assert.rejects(group.invite(), /already/)
  await assert.rejects(group.say(line.addUser(), 'stranger'), /not a member/)
  const { messageId } = await group.say(mai, { type: 'sticker' })
  await assert.rejects(group.edit(mai, messageId, 'text'), /Only texts/)
  await assert.rejects(group.unsend(ken, messageId), /not by/)
})

test('low-level webhooks can be invalid in every way', async () => {
  const { line, bot, group, mai } = await openLine()
  const message = line.buildMessage('hello')
  const event = line.buildEvent({ type: 'message', source: group.source(mai), message })
  const response = await line.deliver([event])
  assert.deepEqual([response.status, response.body, response.headers?.['x-bot']], [200, 'seen', 'yes'])
  await line.deliver([], {})
  await line.deliver([event], { signWith: 'another' })
  await line.deliver([event], { signature: null, destination: `U${'0'.repeat(32)}` })
  await line.deliver([event], { mode: 'standby' })
  await line.deliver([null, { type: 'odd', source: null }], {})
  await line.deliver([], { raw: '{"broken' })
  const isSigned = bot.received.map(({ body, headers }) =>
    validateSignature(body, line.channelSecret, String(headers['x-line-signature'])),
  )
  assert.deepEqual(isSigned, [true, true, false, false, true, true, true])
  assert.deepEqual(bot.received[1]?.events, [])
  const [standby] = bot.received[4]?.events ?? []
  assert.ok(standby?.mode === 'standby' && !('replyToken' in standby))
  assert.equal(bot.received[6]?.body, '{"broken')
})

test('a chat in standby sends events without reply tokens', async () => {
  const { group, mai } = await openLine()
  await group.invite()
  group.state.mode = 'standby'
  const { event } = await group.say(mai, 'hello')
  assert.ok(event.mode === 'standby' && !('replyToken' in event))
})

test('the same seed gives the same ids', async () => {
  const [one, two] = [await openLine({ seed: 7 }), await openLine({ seed: 7 })]
  await one.push(one.mai.userId)
  for (const { group } of [one, two]) await group.invite()
  const said = await Promise.all([one, two].map(({ group, mai }) => group.say(mai, 'hello')))
  assert.deepEqual(said[0]?.event, said[1]?.event)
  assert.deepEqual([one.line.accessToken, one.line.botUserId], [two.line.accessToken, two.line.botUserId])
})

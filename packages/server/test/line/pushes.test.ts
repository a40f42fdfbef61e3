import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type OutgoingMessage, say } from '../../src/domain/assistant/outgoing-message.ts'
import { answerWith, json, plain, refusal, silence, startPlatform } from './platform.ts'

/** Enough for an answer on a busy machine. Only calls that hang use all of it. */
const patienceMs = 1_500

const pushRoute = 'POST /v2/bot/message/push'

test('a push goes to its chat, and repeating it with the same key sends no second message', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const { groupId, invite } = platform.addGroup({ members: [mika] })
  await invite()
  const send = (key: string) => connector.pushes?.send({ channelId: groupId, type: 'group' }, say('Hello'), key)
  const key = randomUUID()
  await send(key)
  await send(key)
  assert.deepEqual(
    platform.sent.map(({ kind, chatId, messages, retryKey }) => ({ kind, chatId, messages, retryKey })),
    [{ kind: 'push', chatId: groupId, messages: [{ type: 'text', text: 'Hello' }], retryKey: key }],
  )
  await send(randomUUID())
  assert.equal(platform.sent.length, 2, 'control: another key is another message')
})

test('a push that was accepted without a response is not sent twice under the same key', async (t) => {
  const { platform, connector } = await startPlatform(t, { line: { timeLimitMs: patienceMs } })
  const { groupId, invite } = platform.addGroup({ members: [platform.addUser()] })
  await invite()
  for (const fault of ['accept-then-hang', 'accept-then-drop', 'accept-then-500'] as const) {
    const key = randomUUID()
    const send = () => connector.pushes?.send({ channelId: groupId, type: 'group' }, say(fault), key)
    platform.faults.add({ on: pushRoute, do: fault, times: 1 })
    await assert.rejects(async () => send(), silence())
    await send()
    assert.equal(platform.sent.filter(({ retryKey }) => retryKey === key).length, 1, fault)
  }
})

test('a used-up quota, a rate limit and a chat without the bot are distinguished', async (t) => {
  const { platform, connector } = await startPlatform(t, { simulator: { quota: 1 } })
  const members = [platform.addUser(), platform.addUser()]
  const { groupId, invite } = platform.addGroup({ members })
  const send = () => connector.pushes?.send({ channelId: groupId, type: 'group' }, say('Hello'), randomUUID())
  await assert.rejects(async () => send(), refusal('invalid', /Failed to send messages/))
  await invite()
  await assert.rejects(async () => send(), refusal('quota'))
  platform.faults.add({ on: pushRoute, do: '429' })
  await assert.rejects(async () => send(), refusal('too-fast'))
  assert.equal(platform.sent.length, 0)
})

test('a person who has left in the meantime is addressed by name', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const gone = platform.addUser()
  const { groupId, invite } = platform.addGroup({ members: [platform.addUser()] })
  await invite()
  const speech: OutgoingMessage = {
    parts: [{ kind: 'text', pieces: ['Hello ', { userId: gone.userId, name: 'Gone' }] }],
  }
  await connector.pushes?.send({ channelId: groupId, type: 'group' }, speech, randomUUID())
  assert.deepEqual(
    platform.sent.map(({ messages }) => messages),
    [[{ type: 'text', text: 'Hello @Gone' }]],
  )
})

test('the budget is what the platform allows and what it has counted', async (t) => {
  const limited = await startPlatform(t, { simulator: { quota: 30 } })
  const members = [limited.platform.addUser(), limited.platform.addUser()]
  const { groupId, invite } = limited.platform.addGroup({ members })
  await invite()
  await limited.connector.pushes?.send({ channelId: groupId, type: 'group' }, say('Hello'), randomUUID())
  assert.deepEqual(await limited.connector.pushes?.getBudget(), { limit: 30, used: 2 })
  const free = await startPlatform(t)
  assert.deepEqual(await free.connector.pushes?.getBudget(), { limit: null, used: 0 })
})

test('a budget that cannot be read counts as no response, not as unlimited', async () => {
  for (const answer of [
    json(200, { type: 'limited' }),
    json(200, { type: 'limited', value: -1 }),
    plain(200, '<html>'),
  ]) {
    const { connector } = answerWith([answer])
    await assert.rejects(async () => connector.pushes?.getBudget(), silence())
  }
})

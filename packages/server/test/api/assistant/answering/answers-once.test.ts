import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../support/eventually.ts'
import type { Caller } from '../../../support/http/caller.ts'
import { startLineTestService } from '../../../support/line/line.ts'

const { service, line } = await startLineTestService()

type Logged = { messageId: string | null; ruleId: string | null; state: string; failure: string | null; by: string }

/** A group whose bot answers `hours`, and what its owner can read of it. */
async function openGroup(mode: 'keyword' | 'regex' = 'keyword') {
  const mai = line.addUser({ displayName: 'Mai' })
  const group = line.addGroup({ name: 'Club', members: [mai] })
  await group.invite()
  await group.say(mai, '/claim')
  const owner = await service.caller(mai.userId)
  const path = `/api/channels/${group.groupId}`
  await eventually(
    () => owner.get(path),
    ({ status }) => status === 200,
  )
  assert.equal((await owner.post(`${path}/backup/subscribe`)).status, 200)
  const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18', match: mode }
  assert.equal((await owner.post(`${path}/assistant/qa`, rule)).status, 201)
  await ended(owner, path, 2)
  return {
    mai,
    group,
    owner,
    path,
    ask: () => line.buildEvent({ type: 'message', source: group.source(mai), message: line.buildMessage('hours?') }),
    /** The bot's answers to these messages in the chat. */
    heard: () =>
      line.sent
        .filter(({ chatId }) => chatId === group.groupId)
        .flatMap(({ messages }) => messages)
        .filter((message) => 'text' in message && message.text === 'From 9 to 18'),
  }
}

/** The send log, once at least `count` sends have ended. */
async function ended(owner: Caller, path: string, count: number): Promise<Logged[]> {
  return await eventually(
    async () => (await owner.get(`${path}/assistant/log`)).body.sends as Logged[],
    (sends) => sends.filter(({ state }) => state !== 'waiting').length >= count,
  )
}

const answersIn = (sends: Logged[]) => sends.filter(({ ruleId }) => ruleId !== null)

for (const mode of ['keyword', 'regex'] as const) {
  test(`an event that arrives five times at once gets one answer in ${mode} mode`, async () => {
    const { owner, path, ask, heard } = await openGroup(mode)
    const event = ask()
    const answers = await Promise.all(Array.from({ length: 5 }, () => line.deliver([event])))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    const messageId = event.message.id
    const logged = answersIn(await ended(owner, path, 3))
    assert.deepEqual(
      logged.map((send) => [send.messageId, send.state, send.by]),
      [[messageId, 'sent', 'reply']],
    )
    assert.equal(heard().length, 1)
    const { body } = await owner.get(`${path}/backup/messages?date=2026-03-10`)
    assert.equal(body.messages.filter(({ id }: { id: string }) => id === messageId).length, 1)

    const control = Array.from({ length: 3 }, () => ask())
    await Promise.all(control.map((other) => line.deliver([other])))
    assert.equal(answersIn(await ended(owner, path, 6)).length, 4, 'the control: other messages get their own')
    assert.equal(heard().length, 4)
  })
}

test('one message in five events gets one answer', async () => {
  const { owner, path, ask, heard } = await openGroup()
  const event = ask()
  const repeats = Array.from({ length: 5 }, () => ({ ...ask(), message: event.message }))
  await Promise.all(repeats.map((one) => line.deliver([one])))
  assert.deepEqual(
    answersIn(await ended(owner, path, 3)).map(({ state }) => state),
    ['sent'],
  )
  assert.equal(heard().length, 1)
})

test('the bot does not answer itself', async () => {
  const { owner, path, group, ask, heard } = await openGroup()
  const own = { ...ask(), source: { ...group.source(), userId: line.botUserId } }
  assert.equal((await line.deliver([own])).status, 200)
  await line.deliver([ask()])
  assert.equal(answersIn(await ended(owner, path, 3)).length, 1, 'the control: someone else is answered')
  assert.equal(heard().length, 1)
})

test('while another bot controls the chat, nothing is sent, not even as a push', async () => {
  const { owner, path, ask, heard } = await openGroup()
  assert.equal((await owner.put(`${path}/settings`, { allowPush: true })).status, 200)
  assert.equal((await line.deliver([ask()], { mode: 'standby' })).status, 200)
  assert.deepEqual(
    answersIn(await ended(owner, path, 3)).map(({ state, failure }) => [state, failure]),
    [['refused', 'no-token']],
  )
  assert.equal(heard().length, 0)
  assert.ok(!line.requests.some(({ route }) => route === '/v2/bot/message/push'))
})

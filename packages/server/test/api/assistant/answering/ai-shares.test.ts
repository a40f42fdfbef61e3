import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../support/eventually.ts'
import { startLineTestService } from '../../../support/line/line.ts'
import { respond, says, startScriptedModel } from '../../../support/scripted-model.ts'

const model = await startScriptedModel()
const { service, line } = await startLineTestService({
  ...model.settings,
  INNKEEPER_AI_DAILY_TOKENS: '20000',
  INNKEEPER_AI_CHANNEL_SHARE: '15',
  INNKEEPER_AI_PERSON_SHARE: '10',
})
/** Two questions fit into a person's share, and three into a channel's. */
model.script = says('{"choice": 1}', { total_tokens: 1_000 })
const day = 24 * 3_600_000
let groups = 0

async function openGroup(people = [line.addUser({ displayName: 'Mai' })]) {
  const [owner = assert.fail()] = people
  const group = line.addGroup({ name: `Group ${++groups}`, members: people })
  await group.invite()
  await group.say(owner, '/claim')
  const caller = await service.caller(owner.userId)
  const path = `/api/channels/${group.groupId}`
  await eventually(
    async () => (await caller.get(path)).body.role,
    (role) => role === 'owner',
  )
  assert.equal((await caller.put(`${path}/assistant/config`, { qa: { mode: 'ai' } })).status, 200)
  const rule = { keywords: ['-'], question: 'When do you open?', answer: 'At nine.' }
  assert.equal((await caller.post(`${path}/assistant/qa`, rule)).status, 201)
  return {
    owner,
    caller,
    path,
    groupId: group.groupId,
    /** Returns the outcome from the send log. */
    async ask(who = owner, text = 'when do you open?'): Promise<string> {
      const { messageId } = await group.say(who, text)
      const sends: { state: string; failure: string | null }[] = await eventually(
        async () => (await caller.get(`${path}/assistant/log?messageId=${messageId}`)).body.sends,
        ([send]) => send !== undefined && send.state !== 'waiting',
      )
      assert.equal(sends.length, 1)
      return sends[0]?.failure ?? sends[0]?.state ?? ''
    },
    explain: async () => (await caller.post(`${path}/assistant/explain`, { text: 'when do you open?' })).body,
  }
}

test("a person's questions stop at their share across all groups, and others still get answers", async () => {
  const [mai, ken, ann] = ['Mai', 'Ken', 'Ann'].map((displayName) => line.addUser({ displayName }))
  assert.ok(mai && ken && ann)
  const group = await openGroup([mai, ken, ann])
  const other = await openGroup([mai])
  assert.deepEqual([await group.ask(mai), await other.ask(mai)], ['sent', 'sent'])
  assert.equal(await group.ask(mai), 'ai-member-limit')
  assert.equal(await other.ask(mai), 'ai-member-limit')
  assert.deepEqual(await (await service.caller(mai.userId)).get('/api/usage').then(({ body }) => body.model), {
    tokensToday: 2_000,
    limitToday: 2_000,
  })
  const explained = await group.explain()
  assert.deepEqual([explained.asksModel, explained.silence], [false, 'ai-member-limit'])
  assert.equal(explained.rules[0].stoppedBy, 'ai-member-limit')
  assert.deepEqual([await group.ask(ken), await group.ask(ken)], ['sent', 'sent'], 'others have their own shares')
})

test("a channel's questions stop at its share, no matter who asks, and other channels still get answers", async () => {
  const people = Array.from({ length: 4 }, (_, index) => line.addUser({ displayName: `Person ${index}` }))
  const group = await openGroup(people)
  for (const person of people.slice(0, 3)) assert.equal(await group.ask(person), 'sent')
  assert.equal(await group.ask(people[3]), 'ai-channel-limit')
  const usage = (await group.caller.get(`${group.path}/usage`)).body
  assert.deepEqual(usage.model, { tokensToday: 3_000, limitToday: 3_000 })
  assert.equal((await group.explain()).silence, 'ai-channel-limit')
  const other = await openGroup([people[3] ?? assert.fail()])
  assert.equal((await other.explain()).asksModel, true)
  assert.equal(await other.ask(), 'sent')
  service.clock.now += day
  assert.equal(await group.ask(people[3]), 'sent', 'there is a new share on the next day')
  assert.deepEqual((await group.caller.get(`${group.path}/usage`)).body.model, {
    tokensToday: 1_000,
    limitToday: 3_000,
  })
})

test('concurrent questions in several groups get no more than the share', async () => {
  const eve = line.addUser({ displayName: 'Eve' })
  const groupsOfEve = []
  for (let index = 0; index < 4; index++) groupsOfEve.push(await openGroup([eve]))
  // Long enough that two of them do not fit into a share.
  const long = '営業時間は何時からですか'.repeat(80)
  const ends = await Promise.all(groupsOfEve.map((group) => group.ask(eve, long)))
  assert.deepEqual(ends.sort(), ['ai-member-limit', 'ai-member-limit', 'ai-member-limit', 'sent'])
})

test('the owner can read why a question was refused, and nothing was said or spent', async () => {
  const group = await openGroup()
  for (let index = 0; index < 2; index++) assert.equal(await group.ask(), 'sent')
  const asked = model.asked.length
  assert.equal(await group.ask(), 'ai-member-limit')
  assert.equal(model.asked.length, asked)
  const [send] = (await group.caller.get(`${group.path}/assistant/log`)).body.sends
  assert.match(send.reason, /this member has used their share of today's tokens/)
  assert.deepEqual([send.texts, send.ruleId, send.model], [[], null, null])
})

test('a person who is erased is gone from the count, even if a question was in progress', async () => {
  const ann = line.addUser({ displayName: 'Ann' })
  const group = await openGroup([line.addUser({ displayName: 'Mai' }), ann])
  const peopleCounted = async () =>
    (
      await service.environment.withSql((sql) =>
        sql.all<{ user_id: string }>('select user_id from model_people where user_id = ?', ann.userId),
      )
    ).length
  assert.equal(await group.ask(ann), 'sent')
  assert.equal(await peopleCounted(), 1)
  const { promise: thinking, resolve: release } = Promise.withResolvers<void>()
  const script = model.script
  model.script = async (_, response) => {
    await thinking
    respond(response, 200, { choices: [{ message: { content: '{"choice": null}' } }], usage: { total_tokens: 900 } })
  }
  const before = model.asked.length
  const event = line.buildEvent({
    type: 'message',
    source: { type: 'group', groupId: group.groupId, userId: ann.userId },
    message: line.buildMessage('and on Sunday?'),
  } as never)
  await line.deliver([event])
  await line.until(() => model.asked.length > before)
  const by = { kind: 'operator' } as const
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by,
    at: service.clock.now,
    userId: ann.userId,
    channelId: null,
  })
  assert.equal(await peopleCounted(), 0)
  release()
  await eventually(
    () => service.store.getBacklog(),
    ({ waitingJobs }) => waitingJobs === 0,
  )
  model.script = script
  assert.equal(await peopleCounted(), 0)
})

test('what people used on earlier days is deleted', async () => {
  const group = await openGroup()
  assert.equal(await group.ask(), 'sent')
  const days = () =>
    service.environment.withSql((sql) => sql.all<{ day: string }>('select distinct day from model_people'))
  assert.ok((await days()).length > 0)
  const at = service.clock.now + 5 * day
  await service.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: null, limit: 100 })
  assert.deepEqual(await days(), [])
})

test('usage says so if there is no model or no limit', async () => {
  const plain = await startLineTestService()
  assert.equal((await (await plain.service.caller('U-1')).get('/api/usage')).body.model, null)
  const free = await startLineTestService({ ...model.settings, INNKEEPER_AI_DAILY_TOKENS: '0' })
  const { model: spent } = (await (await free.service.caller('U-1')).get('/api/usage')).body
  assert.deepEqual(spent, { tokensToday: 0, limitToday: null })
})

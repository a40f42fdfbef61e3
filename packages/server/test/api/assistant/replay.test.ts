import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReplayReport, routes } from '@innkeeper/contract'
import { access, type ChannelGrant, identify } from '../../../src/actions/access.ts'
import { replay, replayAssistant } from '../../../src/actions/assistant/replay.ts'
import { createRuleRunner } from '../../../src/adapters/thread/rule-runner.ts'
import type { RuleRunner } from '../../../src/ports/rule-runner.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const noon = service.clock.now
const hour = 3_600_000
const tea = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is, {name}, on {date}.' }
const coffee = { keywords: ['coffee'], question: 'Is there coffee?', answer: 'There is.' }
const daysAgo = (days: number) => new Date(noon - days * 24 * hour).toISOString().slice(0, 10)
let rooms = 0

/** A group of its own, in which things were said some hours ago. */
async function openRoom(said: { hoursAgo: number; text: string; from?: string; isBot?: true }[], rules = [tea]) {
  const channelId = await service.channel(`C-${++rooms}`, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-mai'],
    subscribers: ['U-owner'],
  })
  const path = `/api/channels/${channelId}/assistant`
  const ruleIds: string[] = []
  for (const rule of rules) ruleIds.push((await owner.post(`${path}/qa`, rule)).body.id)
  const messageIds: string[] = []
  for (const { hoursAgo, text, from = 'U-mai', isBot } of said) {
    const event = message(channelId, noon - hoursAgo * hour, { from, name: 'Mai', content: { type: 'text', text } })
    await service.receive([isBot ? { ...event, sender: { userId: from, isBot } } : event])
    messageIds.push(event.messageId)
  }
  return {
    channelId,
    path,
    ruleIds,
    messageIds,
    async replay(body: object = {}): Promise<ReplayReport> {
      const answer = await owner.post(`${path}/replay`, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
  }
}

/** To the action itself, with a runner that does as it is told. */
async function enter(channelId: string, runner: RuleRunner, caller = owner) {
  const deps = { store: service.store, clock: () => noon, runner, hasModel: false, retentionCeilingDays: null }
  const token = caller.authorization?.replace('Bearer ', '') ?? ''
  const identity = await identify(deps, { kind: 'key', token }, channelId)
  return { deps, grant: access(identity, routes.replayAssistant) as ChannelGrant }
}

test('a draft is tried on the last thirty days: how often it would have answered, on which day, and to what', async () => {
  const room = await openRoom([
    { hoursAgo: 31 * 24, text: 'coffee, long ago' },
    { hoursAgo: 50, text: 'Where is the coffee?' },
    { hoursAgo: 26, text: 'No tea today' },
    { hoursAgo: 25, text: 'Coffee!' },
    { hoursAgo: 24, text: 'More coffee' },
  ])
  const report = await room.replay({ rule: { ...coffee, answer: 'There is, {name}, on {date}.' } })
  assert.deepEqual([report.from, report.to, report.messages, report.hits], [daysAgo(29), daysAgo(0), 4, 4])
  assert.equal(report.daily.length, 30)
  assert.deepEqual(
    report.daily.filter(({ hits }) => hits > 0),
    [
      { date: daysAgo(2), hits: 1, draftHits: 1 },
      { date: daysAgo(1), hits: 3, draftHits: 2 },
    ],
  )
  assert.deepEqual(report.rules, [
    { ruleId: 'draft', question: coffee.question, hits: 3 },
    { ruleId: room.ruleIds[0], question: tea.question, hits: 1 },
  ])
  assert.deepEqual(report.samples[0], {
    messageId: room.messageIds[1],
    timestamp: '2026-03-08T10:00:00Z',
    sender: { id: 'U-mai', name: 'Mai' },
    content: 'Where is the coffee?',
    ruleId: 'draft',
    texts: ['There is, Mai, on 2026-03-08.'],
  })
  assert.deepEqual([report.silence, report.skippedModel, report.isComplete], [null, 0, true])
})

test('trying sends nothing, counts nothing and starts no cooldown', async () => {
  const room = await openRoom([{ hoursAgo: 1, text: 'Any coffee?' }])
  const path = `/api/channels/${room.channelId}/assistant`
  const before = [(await owner.get(`${path}/log`)).text, (await owner.get(`${path}/qa`)).text]
  assert.equal((await room.replay({ rule: { ...coffee, cooldownSeconds: 3600 } })).hits, 1)
  assert.deepEqual([(await owner.get(`${path}/log`)).text, (await owner.get(`${path}/qa`)).text], before)
})

test('a draft with the id of a rule takes its place, and keeps its age', async () => {
  const said = [{ hoursAgo: 1, text: 'tea and coffee and both drinks' }]
  const room = await openRoom(said, [tea, { ...tea, keywords: ['and'] }])
  assert.equal((await room.replay()).rules[0]?.ruleId, room.ruleIds[0])
  const { rules } = await room.replay({ rule: { ...coffee, id: room.ruleIds[0] } })
  assert.deepEqual(rules, [{ ruleId: room.ruleIds[0], question: coffee.question, hits: 1 }])
  // As long as the word of the older rule, so age decides.
  const young = await room.replay({ rule: { ...coffee, keywords: ['tea'] } })
  assert.equal(young.rules[0]?.ruleId, room.ruleIds[0])
  const old = await room.replay({ rule: { ...coffee, keywords: ['and'], id: room.ruleIds[0] } })
  assert.equal(old.rules[0]?.ruleId, room.ruleIds[0])
})

test('a whole assistant takes the place of the one there is; parts that it leaves out stay', async () => {
  const room = await openRoom([
    { hoursAgo: 3, text: 'tea' },
    { hoursAgo: 2, text: 'a coffee' },
    { hoursAgo: 1, text: 'coffee' },
    { hoursAgo: 0.5, text: 'milk' },
  ])
  const format = 'innkeeper-assistant/1'
  assert.equal((await room.replay({ assistant: { format } })).hits, 1)
  const whole = {
    format,
    config: { qa: { mode: 'exact' } },
    rules: [{ ...coffee, id: 'r_new' }, tea, { ...tea, keywords: ['milk'], question: 'Milk?' }],
  }
  assert.deepEqual(
    (await room.replay({ assistant: whole })).rules.map(({ ruleId, hits }) => ({ ruleId, hits })),
    [
      { ruleId: room.ruleIds[0], hits: 1 },
      { ruleId: 'r_new', hits: 1 },
      { ruleId: 'draft-1', hits: 1 },
    ],
  )
  const off = await room.replay({ assistant: { ...whole, config: { enabled: false } } })
  assert.deepEqual([off.hits, off.silence], [0, 'assistant-off'])
})

test('what the bot would not have answered is not answered', async () => {
  const room = await openRoom([
    { hoursAgo: 4, text: '/help' },
    { hoursAgo: 3, text: 'tea from a machine', from: 'U-machine', isBot: true },
    { hoursAgo: 2, text: 'tea' },
    { hoursAgo: 1, text: 'milk' },
  ])
  await service.receive([
    edited(room.channelId, noon, room.messageIds[2] as string, 'never mind'),
    edited(room.channelId, noon, room.messageIds[3] as string, 'tea after all'),
  ])
  const report = await room.replay({ rule: { ...coffee, keywords: ['/help'] } })
  assert.deepEqual([report.messages, report.hits], [4, 1])
  assert.deepEqual([report.samples[0]?.messageId, report.samples[0]?.content], [room.messageIds[2], 'tea'])
})

test('whether the bot is silenced just now plays no part', async () => {
  const room = await openRoom([{ hoursAgo: 1, text: 'tea' }])
  await owner.put(`${room.path}/config`, { quietUntil: '2026-03-10T18:00:00Z' })
  assert.equal((await room.replay()).hits, 1)
})

test('an answer of the evening before keeps the first morning silent', async () => {
  const room = await openRoom([
    { hoursAgo: 13, text: 'tea in the evening' },
    { hoursAgo: 11, text: 'tea in the morning' },
  ])
  const rule = { ...coffee, keywords: ['tea'], priority: 1, cooldownSeconds: 3 * 3600 }
  const own = ({ rules }: ReplayReport) => rules.find(({ ruleId }) => ruleId === 'draft')?.hits ?? 0
  const day = { from: daysAgo(0), to: daysAgo(0) }
  assert.equal(own(await room.replay({ rule, ...day })), 0)
  assert.equal(own(await room.replay({ rule: { ...rule, cooldownSeconds: 3600 }, ...day })), 1)
  assert.equal((await room.replay({ rule, ...day })).messages, 1)
})

test('only what the caller may read is gone through', async () => {
  const room = await openRoom([
    { hoursAgo: 49, text: 'tea' },
    { hoursAgo: 0, text: 'tea' },
  ])
  await service.subscribe(room.channelId, 'U-admin')
  const admin = await service.caller('U-admin')
  const look = async () => (await admin.post(`${room.path}/replay`, {})).body.messages
  assert.equal(await look(), 2)
  await owner.put(`/api/channels/${room.channelId}/settings`, { history: 'since-joined' })
  assert.equal(await look(), 1)
  await owner.put(`/api/channels/${room.channelId}/settings`, { history: 'all', retentionDays: 2 })
  assert.equal(await look(), 1)
})

test('days and drafts that make no sense are refused with the member that is wrong', async () => {
  const room = await openRoom([], [tea])
  const format = 'innkeeper-assistant/1'
  const refusals: [body: object, error: RegExp][] = [
    [{ from: '2026-03-02', to: '2026-03-01' }, /^from must not be after to$/],
    [{ from: '2026-04-01' }, /^from must not be after to$/],
    [{ from: '2024-01-01', to: '2026-03-01' }, /at most 400 days/],
    [{ to: '0000-01-05' }, /^from and to must be in the years/],
    [{ from: 'yesterday' }, /^from must be a calendar day/],
    [{ rule: coffee, assistant: { format } }, /^rule and assistant cannot/],
    [{ rule: { ...coffee, match: 'ai' } }, /^rule\.match cannot be ai/],
    [{ assistant: { format, rules: [{ ...coffee, match: 'ai' }] } }, /^assistant\.rules\[0\]\.match cannot be ai/],
    [{ rule: { question: 'Why?', answer: 'So.' } }, /keywords/],
    [{ rule: { ...coffee, keywords: ['(?=x)'], match: 'regex' } }, /^rule\.keywords/],
    [
      { assistant: { format, rules: [tea, { ...coffee, keywords: ['('], match: 'regex' }] } },
      /^assistant\.rules\[1\]\.keywords/,
    ],
    [
      {
        assistant: {
          format,
          rules: [
            { ...tea, id: 'r_1' },
            { ...tea, id: 'r_1' },
          ],
        },
      },
      /^assistant\.rules\[1\]\.id/,
    ],
  ]
  for (const [body, error] of refusals) {
    const answer = await owner.post(`${room.path}/replay`, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.body.error, error)
  }
})

test('where there are too many messages, the latest are gone through, and the report says so', async (context) => {
  const room = await openRoom([
    { hoursAgo: 3, text: 'tea' },
    { hoursAgo: 2, text: 'tea' },
    { hoursAgo: 1, text: 'tea' },
  ])
  const runner = createRuleRunner()
  context.after(() => runner.close())
  const { deps, grant } = await enter(room.channelId, runner)
  const some = await replay(deps, grant, {}, { most: 2 })
  assert.deepEqual([some.messages, some.isComplete], [2, false])
  assert.deepEqual(
    some.hits.map(({ messageId }) => messageId),
    room.messageIds.slice(1),
  )
  assert.equal((await replay(deps, grant, {}, { most: 3 })).isComplete, true)
})

test('when its time is up, a replay ends between two messages, and counts what it went through', async () => {
  const long = 'tea '.repeat(1200)
  const said = Array.from({ length: 12 }, (_, index) => ({ hoursAgo: 20 - index, text: long }))
  const room = await openRoom(said)
  const late = new AbortController()
  let calls = 0
  const runner: RuleRunner = {
    async match(_rules, texts) {
      if (++calls === 2) late.abort()
      return texts.map(() => [{ rule: 0, by: 'tea', length: 3, score: null }])
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(room.channelId, runner)
  const some = await replay(deps, grant, {}, { late: late.signal })
  assert.deepEqual([calls, some.isComplete], [2, false])
  assert.ok(some.messages > 0 && some.messages < said.length, `${some.messages}`)
  assert.equal(some.hits.length, some.messages)
})

test('time that is up while rules are looked for is an end, not a failure', async () => {
  const room = await openRoom([{ hoursAgo: 1, text: 'tea' }])
  const late = new AbortController()
  const runner: RuleRunner = {
    async match(_rules, _texts, _whom, { signal }) {
      late.abort()
      signal?.throwIfAborted()
      return []
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(room.channelId, runner)
  const none = await replay(deps, grant, {}, { late: late.signal })
  assert.deepEqual([none.messages, none.hits, none.isComplete], [0, [], false])
})

test('the same draft tried again finds its rules compiled; rules that are off are not looked for', async () => {
  const room = await openRoom([{ hoursAgo: 1, text: 'tea' }], [tea, coffee])
  const sets: [key: string, rules: number][] = []
  const runner: RuleRunner = {
    async match({ key, rules }, texts) {
      sets.push([key, rules.length])
      return texts.map(() => [])
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(room.channelId, runner)
  for (const wish of [{}, {}, { rule: coffee }]) await replay(deps, grant, wish)
  await owner.put(`${room.path}/qa/${room.ruleIds[0]}`, { enabled: false })
  await replay(deps, grant, {})
  const [first, again, other, fewer] = sets
  assert.deepEqual(again, first)
  assert.deepEqual([first?.[1], other?.[1], fewer?.[1]], [2, 3, 1])
  assert.equal(new Set(sets.map(([key]) => key)).size, 3)
})

test('of one person or channel, one replay runs and one waits; a third is refused, and others are not kept waiting', async () => {
  const [busy, calm] = [await openRoom([{ hoursAgo: 1, text: 'tea' }]), await openRoom([{ hoursAgo: 1, text: 'tea' }])]
  const admin = await service.caller('U-admin')
  for (const { channelId } of [busy, calm]) await service.subscribe(channelId, 'U-admin')
  const held = Promise.withResolvers<void>()
  const runner: RuleRunner = {
    async match(_rules, texts) {
      await held.promise
      return texts.map(() => [])
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(busy.channelId, runner)
  const [elsewhere, sameChannel] = [await enter(calm.channelId, runner), await enter(busy.channelId, runner, admin)]
  const quick: RuleRunner = { match: async (_rules, texts) => texts.map(() => []), close: async () => {} }
  const other = await enter(calm.channelId, quick, admin)
  const running = [replayAssistant(deps, grant, {}), replayAssistant(deps, grant, {})]
  for (const refused of [{ deps, grant }, elsewhere, sameChannel]) {
    await assert.rejects(replayAssistant(refused.deps, refused.grant, {}), { code: 'too-many-requests' })
  }
  assert.equal((await replayAssistant(other.deps, other.grant, {})).messages, 1, 'it runs while the others are held')
  held.resolve()
  for (const report of await Promise.all(running)) assert.equal(report.messages, 1)
  assert.equal((await replayAssistant(deps, grant, {})).isComplete, true)
})

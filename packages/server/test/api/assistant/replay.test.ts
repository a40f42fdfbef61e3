import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReplayReport, routes } from '@innkeeper/contract'
import { access, type ChannelGrant, identify } from '../../../src/actions/access.ts'
import { replay, replayAssistant } from '../../../src/actions/assistant/replay.ts'
import { createRuleRunner } from '../../../src/adapters/thread/rule-runner.ts'
import type { RuleRunner } from '../../../src/ports/rule-runner.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { importsOf, lineFile } from '../../support/imports/owner-imports.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const noon = service.clock.now
const hour = 3_600_000
const tea = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is, {name}, on {date}.' }
const coffee = { keywords: ['coffee'], question: 'Is there coffee?', answer: 'There is.' }
const daysAgo = (days: number) => new Date(noon - days * 24 * hour).toISOString().slice(0, 10)
let groups = 0

/** A new group in which these messages were sent some hours ago. */
async function openGroup(said: { hoursAgo: number; text: string; from?: string; isBot?: true }[], rules = [tea]) {
  const channelId = await service.channel(`C-${++groups}`, {
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

/** What is needed to call the action directly, with a given runner. */
async function enter(channelId: string, runner: RuleRunner, caller = owner) {
  const deps = { store: service.store, clock: () => noon, runner, hasModel: false, retentionCeilingDays: null }
  const token = caller.authorization?.replace('Bearer ', '') ?? ''
  const identity = await identify(deps, { kind: 'key', token }, channelId)
  return { deps, grant: access(identity, routes.replayAssistant) as ChannelGrant }
}

test('what only a chat history has is neither replayed nor a conflict', async () => {
  const group = await openGroup([{ hoursAgo: 2, text: 'Is there tea or coffee?' }], [tea, coffee])
  const imports = importsOf(owner, group.channelId)
  const day = new Date(noon - 24 * hour).toISOString().slice(0, 10).replaceAll('-', '/')
  const file = lineFile('10:00 Ann More tea, or coffee?').replace('2026/03/01(Sun)', `${day}(Mon)`)
  const { number, figures } = await imports.upload(file)
  assert.equal(figures?.new, 1)
  const tried = async () => {
    const { messages, hits } = await group.replay()
    const { pairs } = (await owner.post(`${group.path}/conflicts`, {})).body
    return { messages, hits, pairs }
  }
  const before = await tried()
  assert.deepEqual([before.messages, before.pairs.length], [1, 1], 'control: the message from the platform counts')
  assert.equal((await imports.move(number, 'commit')).state, 'done')
  assert.deepEqual(await tried(), before)
})

test('a draft is tried on the last thirty days: how often it would have answered, on which days, and to what', async () => {
  const group = await openGroup([
    { hoursAgo: 31 * 24, text: 'coffee, long ago' },
    { hoursAgo: 50, text: 'Where is the coffee?' },
    { hoursAgo: 26, text: 'No tea today' },
    { hoursAgo: 25, text: 'Coffee!' },
    { hoursAgo: 24, text: 'More coffee' },
  ])
  const report = await group.replay({ rule: { ...coffee, answer: 'There is, {name}, on {date}.' } })
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
    { ruleId: group.ruleIds[0], question: tea.question, hits: 1 },
  ])
  assert.deepEqual(report.samples[0], {
    messageId: group.messageIds[1],
    timestamp: '2026-03-08T10:00:00Z',
    sender: { id: 'U-mai', name: 'Mai' },
    content: 'Where is the coffee?',
    ruleId: 'draft',
    matchedBy: 'coffee',
    texts: ['There is, Mai, on 8 March 2026.'],
  })
  assert.equal(report.draftMatched, true)
  assert.equal((await group.replay({ rule: { ...coffee, keywords: ['cofee'] } })).draftMatched, false)
  assert.deepEqual([report.silence, report.skippedModel, report.isComplete], [null, 0, true])
})

test('a replay sends nothing, counts nothing and starts no cooldown', async () => {
  const group = await openGroup([{ hoursAgo: 1, text: 'Any coffee?' }])
  const path = `/api/channels/${group.channelId}/assistant`
  const before = [(await owner.get(`${path}/log`)).text, (await owner.get(`${path}/qa`)).text]
  assert.equal((await group.replay({ rule: { ...coffee, cooldownSeconds: 3600 } })).hits, 1)
  assert.deepEqual([(await owner.get(`${path}/log`)).text, (await owner.get(`${path}/qa`)).text], before)
})

test('a draft with the id of a rule replaces it and keeps its age', async () => {
  const said = [{ hoursAgo: 1, text: 'tea and coffee and both drinks' }]
  const group = await openGroup(said, [tea, { ...tea, keywords: ['and'] }])
  assert.equal((await group.replay()).rules[0]?.ruleId, group.ruleIds[0])
  const { rules } = await group.replay({ rule: { ...coffee, id: group.ruleIds[0] } })
  assert.deepEqual(rules, [{ ruleId: group.ruleIds[0], question: coffee.question, hits: 1 }])
  // Its keyword is as long as that of the older rule, so age decides.
  const young = await group.replay({ rule: { ...coffee, keywords: ['tea'] } })
  assert.equal(young.rules[0]?.ruleId, group.ruleIds[0])
  const old = await group.replay({ rule: { ...coffee, keywords: ['and'], id: group.ruleIds[0] } })
  assert.equal(old.rules[0]?.ruleId, group.ruleIds[0])
})

test('a whole assistant replaces the current one; parts that it leaves out stay', async () => {
  const group = await openGroup([
    { hoursAgo: 3, text: 'tea' },
    { hoursAgo: 2, text: 'a coffee' },
    { hoursAgo: 1, text: 'coffee' },
    { hoursAgo: 0.5, text: 'milk' },
  ])
  const format = 'innkeeper-assistant/1'
  assert.equal((await group.replay({ assistant: { format } })).hits, 1)
  const whole = {
    format,
    config: { qa: { mode: 'exact' } },
    rules: [{ ...coffee, id: 'r_new' }, tea, { ...tea, keywords: ['milk'], question: 'Milk?' }],
  }
  assert.deepEqual(
    (await group.replay({ assistant: whole })).rules.map(({ ruleId, hits }) => ({ ruleId, hits })),
    [
      { ruleId: group.ruleIds[0], hits: 1 },
      { ruleId: 'r_new', hits: 1 },
      { ruleId: 'draft-1', hits: 1 },
    ],
  )
  const off = await group.replay({ assistant: { ...whole, config: { enabled: false } } })
  assert.deepEqual([off.hits, off.silence], [0, 'assistant-off'])
})

test('messages that the bot would not have answered are not answered', async () => {
  const group = await openGroup([
    { hoursAgo: 4, text: '/help' },
    { hoursAgo: 3, text: 'tea from a machine', from: 'U-machine', isBot: true },
    { hoursAgo: 2, text: 'tea' },
    { hoursAgo: 1, text: 'milk' },
  ])
  await service.receive([
    edited(group.channelId, noon, group.messageIds[2] as string, 'never mind'),
    edited(group.channelId, noon, group.messageIds[3] as string, 'tea after all'),
  ])
  const report = await group.replay({ rule: { ...coffee, keywords: ['/help'] } })
  assert.deepEqual([report.messages, report.hits], [4, 1])
  assert.deepEqual([report.samples[0]?.messageId, report.samples[0]?.content], [group.messageIds[2], 'tea'])
})

test('it does not matter whether the bot is muted right now', async () => {
  const group = await openGroup([{ hoursAgo: 1, text: 'tea' }])
  await owner.put(`${group.path}/config`, { quietUntil: '2026-03-10T18:00:00Z' })
  assert.equal((await group.replay()).hits, 1)
})

test('an answer from the evening before can keep the bot silent on the first morning', async () => {
  const group = await openGroup([
    { hoursAgo: 13, text: 'tea in the evening' },
    { hoursAgo: 11, text: 'tea in the morning' },
  ])
  const rule = { ...coffee, keywords: ['tea'], priority: 1, cooldownSeconds: 3 * 3600 }
  const own = ({ rules }: ReplayReport) => rules.find(({ ruleId }) => ruleId === 'draft')?.hits ?? 0
  const day = { from: daysAgo(0), to: daysAgo(0) }
  assert.equal(own(await group.replay({ rule, ...day })), 0)
  assert.equal(own(await group.replay({ rule: { ...rule, cooldownSeconds: 3600 }, ...day })), 1)
  assert.equal((await group.replay({ rule, ...day })).messages, 1)
})

test('a replay only covers messages that the caller can read', async () => {
  const group = await openGroup([
    { hoursAgo: 49, text: 'tea' },
    { hoursAgo: 0, text: 'tea' },
  ])
  await service.subscribe(group.channelId, 'U-admin')
  const admin = await service.caller('U-admin')
  const countMessages = async () => (await admin.post(`${group.path}/replay`, {})).body.messages
  assert.equal(await countMessages(), 2)
  await owner.put(`/api/channels/${group.channelId}/settings`, { history: 'since-joined' })
  assert.equal(await countMessages(), 1)
  await owner.put(`/api/channels/${group.channelId}/settings`, { history: 'all', retentionDays: 2 })
  assert.equal(await countMessages(), 1)
})

test('days and drafts that make no sense are refused with the name of the wrong member', async () => {
  const group = await openGroup([], [tea])
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
    const answer = await owner.post(`${group.path}/replay`, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.body.error, error)
  }
})

test('if there are too many messages, the replay covers the latest, and the report says so', async (context) => {
  const group = await openGroup([
    { hoursAgo: 3, text: 'tea' },
    { hoursAgo: 2, text: 'tea' },
    { hoursAgo: 1, text: 'tea' },
  ])
  const runner = createRuleRunner()
  context.after(() => runner.close())
  const { deps, grant } = await enter(group.channelId, runner)
  const some = await replay(deps, grant, {}, { most: 2 })
  assert.deepEqual([some.messages, some.isComplete], [2, false])
  assert.deepEqual(
    some.hits.map(({ messageId }) => messageId),
    group.messageIds.slice(1),
  )
  assert.equal((await replay(deps, grant, {}, { most: 3 })).isComplete, true)
})

test('when its time is up, a replay ends between two messages and counts those it covered', async () => {
  const long = 'tea '.repeat(1200)
  const said = Array.from({ length: 12 }, (_, index) => ({ hoursAgo: 20 - index, text: long }))
  const group = await openGroup(said)
  const late = new AbortController()
  let calls = 0
  const runner: RuleRunner = {
    async match(_rules, texts) {
      if (++calls === 2) late.abort()
      return texts.map(() => [{ rule: 0, by: 'tea', length: 3, score: null }])
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(group.channelId, runner)
  const some = await replay(deps, grant, {}, { late: late.signal })
  assert.deepEqual([calls, some.isComplete], [2, false])
  assert.ok(some.messages > 0 && some.messages < said.length, `${some.messages}`)
  assert.equal(some.hits.length, some.messages)
})

test('running out of time while matching rules ends the replay and is not an error', async () => {
  const group = await openGroup([{ hoursAgo: 1, text: 'tea' }])
  const late = new AbortController()
  const runner: RuleRunner = {
    async match(_rules, _texts, _whom, { signal }) {
      late.abort()
      signal?.throwIfAborted()
      return []
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(group.channelId, runner)
  const none = await replay(deps, grant, {}, { late: late.signal })
  assert.deepEqual([none.messages, none.hits, none.isComplete], [0, [], false])
})

test('trying the same draft again uses its compiled rules; rules that are off are not matched', async () => {
  const group = await openGroup([{ hoursAgo: 1, text: 'tea' }], [tea, coffee])
  const sets: [key: string, rules: number][] = []
  const runner: RuleRunner = {
    async match({ key, rules }, texts) {
      sets.push([key, rules.length])
      return texts.map(() => [])
    },
    close: async () => {},
  }
  const { deps, grant } = await enter(group.channelId, runner)
  for (const request of [{}, {}, { rule: coffee }]) await replay(deps, grant, request)
  await owner.put(`${group.path}/qa/${group.ruleIds[0]}`, { enabled: false })
  await replay(deps, grant, {})
  const [first, again, other, fewer] = sets
  assert.deepEqual(again, first)
  assert.deepEqual([first?.[1], other?.[1], fewer?.[1]], [2, 3, 1])
  assert.equal(new Set(sets.map(([key]) => key)).size, 3)
})

test('per person or channel, one replay runs and one waits; a third is refused, and others do not have to wait', async () => {
  const [busy, calm] = [
    await openGroup([{ hoursAgo: 1, text: 'tea' }]),
    await openGroup([{ hoursAgo: 1, text: 'tea' }]),
  ]
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

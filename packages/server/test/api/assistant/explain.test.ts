import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AssistantConfigChange, Explanation, NewRule } from '@innkeeper/contract'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const noon = service.clock.now
const minute = 60_000
const hours: NewRule = { keywords: ['opening hours'], question: 'When are you open?', answer: 'From 9 to 18, {name}.' }
const ask = 'What are your opening hours?'
let rooms = 0

type Said = { text?: string; content?: MessageContent; from?: string; minutes?: number; isBot?: true; hasRight?: false }

/** A group of its own, with rules and switches, in which things are said. */
async function openTrialGroup(rules: NewRule[], change: AssistantConfigChange = {}) {
  const channelId = await service.channel(`C-${++rooms}`, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-mai', 'U-ken'],
    subscribers: ['U-owner'],
  })
  const path = `/api/channels/${channelId}`
  const ruleIds: string[] = []
  for (const rule of rules) {
    // Not through the door, which refuses rules for a model while there is none.
    const by = { kind: 'operator' } as const
    const made = await service.store.write<'create-rule'>({
      kind: 'create-rule',
      by,
      at: service.clock.now + ruleIds.length,
      channelId,
      rule,
    })
    ruleIds.push(made.id)
  }
  assert.equal((await owner.put(`${path}/assistant/config`, change)).status, 200)
  return {
    channelId,
    path,
    ruleIds,
    async say({ text = ask, content = { type: 'text', text }, from = 'U-mai', minutes = 0, ...more }: Said = {}) {
      const event = message(channelId, noon + minutes * minute, { from, name: `Name of ${from}`, content })
      const reply = { token: event.messageId, expiresAt: null, isOneUse: true, cost: 'free' } as const
      const bot = { userId: from, isBot: true as const }
      await service.receive([
        { ...event, ...(more.isBot && { sender: bot }), ...(more.hasRight !== false && { reply }) },
      ])
      return event.messageId
    },
    async explain(body: { text: string } | { messageId: string }): Promise<Explanation> {
      const answer = await owner.post(`${path}/assistant/explain`, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
  }
}

/** What stopped each rule, in the order in which they are told, by their place in the list they were made from. */
function stopsOf({ rules }: Explanation, ruleIds: string[]): string[] {
  return rules.map(({ ruleId, stoppedBy }) => `${ruleIds.indexOf(ruleId)} ${stoppedBy ?? 'answers'}`)
}

describe('whatever keeps a rule from answering is told', () => {
  const table: { why: string; rules: NewRule[]; before?: Said[]; stops: string[]; text?: string }[] = [
    { why: 'nothing', rules: [hours], stops: ['0 answers'] },
    { why: 'other words', rules: [hours], text: 'Good morning', stops: ['0 no-match'] },
    { why: 'it is switched off', rules: [{ ...hours, enabled: false }], stops: ['0 disabled'] },
    {
      why: 'its time has not come',
      rules: [{ ...hours, activeFrom: '2026-03-11T00:00:00Z' }],
      stops: ['0 not-active'],
    },
    { why: 'its time is over', rules: [{ ...hours, activeUntil: '2026-03-10T12:00:00Z' }], stops: ['0 not-active'] },
    {
      why: 'its hours are others',
      rules: [{ ...hours, schedule: [{ days: ['tue'], from: '12:01', to: '18:00' }] }],
      stops: ['0 schedule'],
    },
    {
      why: 'it answered a moment ago',
      rules: [{ ...hours, cooldownSeconds: 600 }],
      before: [{ minutes: -5 }],
      stops: ['0 cooldown'],
    },
    {
      why: 'it answered the same person a moment ago',
      rules: [{ ...hours, memberCooldownSeconds: 600 }],
      before: [{ minutes: -5, from: 'U-owner' }],
      stops: ['0 member-cooldown'],
    },
    {
      why: 'it answered long ago, or somebody else',
      rules: [{ ...hours, cooldownSeconds: 60, memberCooldownSeconds: 600 }],
      before: [{ minutes: -5, from: 'U-ken' }],
      stops: ['0 answers'],
    },
    {
      why: 'another goes before it',
      rules: [hours, { ...hours, priority: 5 }, { ...hours, keywords: ['hours'] }],
      stops: ['1 answers', '0 lower-priority', '2 lower-priority'],
    },
    {
      why: 'the first leaves the word to the next',
      rules: [hours, { ...hours, priority: 5, enabled: false }],
      stops: ['1 disabled', '0 answers'],
    },
    {
      why: 'there is no model',
      rules: [{ ...hours, match: 'ai' }, { ...hours, match: 'ai', enabled: false }, hours],
      stops: ['2 answers', '0 no-model', '1 disabled'],
    },
  ]
  for (const { why, rules, before = [], stops, text = ask } of table) {
    test(why, async () => {
      const room = await openTrialGroup(rules)
      for (const said of before) await room.say(said)
      const explanation = await room.explain({ text })
      assert.deepEqual(stopsOf(explanation, room.ruleIds), stops)
      const winner = stops.find((stop) => stop.endsWith('answers'))
      assert.equal(explanation.ruleId, winner ? room.ruleIds[Number(winner.split(' ')[0])] : null)
      assert.deepEqual(explanation.texts, winner ? ['From 9 to 18, Name of U-owner.'] : [])
      assert.equal(explanation.silence, winner ? null : 'no-rule')
      assert.deepEqual([explanation.ruleCount, explanation.asksModel], [rules.length, false])
      assert.equal(explanation.at, '2026-03-10T12:00:00Z')
    })
  }
})

describe('whatever keeps the bot silent is told', () => {
  const config = (change: AssistantConfigChange) => change
  const table: { silence: string; change?: AssistantConfigChange; before?: Said[]; text?: string; isClosed?: true }[] =
    [
      { silence: 'assistant-off', change: config({ enabled: false }) },
      { silence: 'qa-off', change: config({ qa: { enabled: false } }) },
      { silence: 'quiet', change: config({ quietUntil: '2026-03-10T13:00:00Z' }) },
      { silence: 'channel-disabled', isClosed: true },
      { silence: 'command', text: '/help' },
      { silence: 'no-rule', text: 'Good morning' },
      { silence: 'channel-cooldown', change: config({ qa: { cooldownSeconds: 600 } }), before: [{ minutes: -5 }] },
      {
        silence: 'member-cooldown',
        change: config({ qa: { memberCooldownSeconds: 600 } }),
        before: [{ minutes: -5, from: 'U-owner' }],
      },
    ]
  for (const { silence, change, before = [], text = ask, isClosed } of table) {
    test(silence, async () => {
      const room = await openTrialGroup([hours], change)
      for (const said of before) await room.say(said)
      if (isClosed) await owner.put(`${room.path}/status`, { status: 'disabled' })
      const explanation = await room.explain({ text })
      assert.deepEqual([explanation.silence, explanation.ruleId, explanation.texts], [silence, null, []])
    })
  }

  const stored: [silence: string | null, said: Said][] = [
    [null, {}],
    ['from-a-bot', { isBot: true }],
    ['not-text', { content: { type: 'sticker', stickerId: '1', packageId: '1' } }],
    ['command', { text: '/rules' }],
    ['no-rule', { text: 'Good morning' }],
  ]
  for (const [silence, said] of stored) {
    test(`${silence ?? 'nothing'}, of a message in the backup`, async () => {
      const room = await openTrialGroup([hours])
      const explanation = await room.explain({ messageId: await room.say(said) })
      assert.equal(explanation.silence, silence)
      // A command is answered, too, though not by a rule.
      assert.equal(explanation.sends.length, silence === null || silence === 'command' ? 1 : 0)
    })
  }
})

test('a message of the backup is looked at as it was said, when it was said', async () => {
  const room = await openTrialGroup([{ ...hours, cooldownSeconds: 600 }])
  const first = await room.say({ minutes: -60 })
  const second = await room.say({ minutes: -55, from: 'U-ken' })
  const third = await room.say({ minutes: -40, from: 'U-ken' })
  await service.receive([edited(room.channelId, noon - 30 * minute, third, 'Never mind')])

  const answered = await room.explain({ messageId: first })
  assert.deepEqual(stopsOf(answered, room.ruleIds), ['0 answers'])
  assert.equal(answered.at, '2026-03-10T11:00:00Z')
  assert.deepEqual(answered.texts, ['From 9 to 18, Name of U-mai.'])
  const cooling = await room.explain({ messageId: second })
  assert.deepEqual(stopsOf(cooling, room.ruleIds), ['0 cooldown'])
  assert.deepEqual(cooling.sends, [])
  const changed = await room.explain({ messageId: third })
  assert.deepEqual(stopsOf(changed, room.ruleIds), ['0 answers'])
  assert.deepEqual(changed.texts, ['From 9 to 18, Name of U-ken.'])
})

describe('what is explained is what happens', () => {
  const cooled = { cooldownSeconds: 3600 }
  type TrialGroup = Awaited<ReturnType<typeof openTrialGroup>>
  const table: { what: string; first?: Said; change(room: TrialGroup): Promise<unknown>; isAnswered: boolean }[] = [
    {
      what: 'after a cooldown was set that an earlier answer falls into',
      change: (room) => owner.put(`${room.path}/assistant/qa/${room.ruleIds[0]}`, cooled),
      isAnswered: false,
    },
    {
      what: 'after a cooldown of all rules was set',
      change: (room) => owner.put(`${room.path}/assistant/config`, { qa: cooled }),
      isAnswered: false,
    },
    {
      what: 'where nothing could be said the first time',
      first: { hasRight: false },
      change: (room) => owner.put(`${room.path}/assistant/qa/${room.ruleIds[0]}`, cooled),
      isAnswered: true,
    },
    {
      what: 'after a rule was deleted and brought back',
      async change(room) {
        await owner.put(`${room.path}/assistant/qa/${room.ruleIds[0]}`, cooled)
        const { version } = (await owner.get(`${room.path}/assistant/versions`)).body.versions[0]
        await owner.delete(`${room.path}/assistant/qa/${room.ruleIds[0]}`)
        const back = await owner.post(`${room.path}/assistant/versions/${version}/restore`)
        assert.equal(back.status, 200, back.text)
      },
      isAnswered: false,
    },
  ]
  for (const { what, first = {}, change, isAnswered } of table) {
    test(what, async () => {
      const room = await openTrialGroup([hours])
      await room.say({ minutes: -5, ...first })
      const rulePath = `${room.path}/assistant/qa/${room.ruleIds[0]}`
      assert.equal((await owner.get(rulePath)).body.hits, first.hasRight === false ? 0 : 1)
      await change(room)
      const typed = await room.explain({ text: ask })
      const said = await room.explain({ messageId: await room.say() })
      assert.deepEqual(
        [typed.ruleId !== null, said.ruleId !== null, said.sends.length],
        [isAnswered, isAnswered, isAnswered ? 1 : 0],
      )
    })
  }
})

test('of a message of the backup it is told what became of the answer', async () => {
  const room = await openTrialGroup([hours])
  const { sends, ruleId } = await room.explain({ messageId: await room.say({ hasRight: false }) })
  assert.deepEqual(
    sends.map(({ state, failure, texts, ruleId: by }) => ({ state, failure, texts, by })),
    [{ state: 'refused', failure: 'no-token', texts: ['From 9 to 18, Name of U-mai.'], by: ruleId }],
  )
})

test('what a message says now is explained by the rules of now, and what was said stays what it was', async () => {
  const room = await openTrialGroup([hours])
  const messageId = await room.say()
  await owner.put(`${room.path}/assistant/qa/${room.ruleIds[0]}`, { keywords: ['closing time'] })
  const explanation = await room.explain({ messageId })
  assert.deepEqual([explanation.silence, explanation.texts], ['no-rule', []])
  assert.deepEqual(explanation.sends[0]?.texts, ['From 9 to 18, Name of U-mai.'])
})

test('a message was kept quiet only if it was said after the bot had been silenced', async () => {
  const room = await openTrialGroup([hours], { quietUntil: '2026-03-10T13:00:00Z' })
  const before = await room.say({ minutes: -5 })
  const meanwhile = await room.say({ minutes: 5 })
  assert.equal((await room.explain({ messageId: before })).silence, null)
  assert.equal((await room.explain({ messageId: meanwhile })).silence, 'quiet')
})

test('a pattern and the text that it found are told', async () => {
  const room = await openTrialGroup([{ ...hours, keywords: ['open(ing)? hours?'], match: 'regex' }, hours])
  const { rules } = await room.explain({ text: ask })
  const matches = rules.map(({ mode, matched, matchedBy }) => ({ mode, matched, matchedBy }))
  assert.deepEqual(
    matches.sort((one, other) => (one.mode < other.mode ? -1 : 1)),
    [
      { mode: 'keyword', matched: true, matchedBy: 'opening hours' },
      { mode: 'regex', matched: true, matchedBy: 'open(ing)? hours?' },
    ],
  )
})

test('of many rules those that matched are told first, and a thousand in all', async () => {
  const others = Array.from({ length: 1004 }, (_, index) => ({ ...hours, keywords: [`word ${index}`], priority: 1 }))
  const room = await openTrialGroup([])
  const rules = [...others.map((rule, index) => ({ ...rule, id: `other-${index}` })), { ...hours, id: 'hours' }]
  const assistant = { format: 'innkeeper-assistant/1', rules }
  assert.equal((await owner.post(`${room.path}/assistant/import`, { assistant })).status, 200)
  const explanation = await room.explain({ text: ask })
  assert.deepEqual([explanation.ruleCount, explanation.rules.length], [1005, 1000])
  assert.equal(explanation.rules[0]?.ruleId, 'hours')
})

test('either a text or a message is explained', async () => {
  const { path } = await openTrialGroup([hours])
  const refusals: [body: object, error: RegExp][] = [
    [{}, /^text or messageId is missing/],
    [{ text: 'a', messageId: 'b' }, /^text and messageId cannot/],
    [{ text: '' }, /^text must/],
    [{ words: 'a' }, /words/],
  ]
  for (const [body, error] of refusals) {
    const answer = await owner.post(`${path}/assistant/explain`, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.body.error, error)
  }
})

test('a message of the backup is explained to its readers, a typed text to admins', async () => {
  const room = await openTrialGroup([hours])
  const messageId = await room.say()
  const explainAs = async (userId: string, body: object) => {
    const answer = await (await service.caller(userId)).post(`${room.path}/assistant/explain`, body)
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.error}`
  }
  const nowhere = { messageId: 'nowhere' }
  assert.equal(await explainAs('U-mai', { text: ask }), '403 Permission denied')
  assert.equal(await explainAs('U-mai', { messageId }), '403 Not a subscriber')
  assert.equal(await explainAs('U-mai', { messageId, text: ask }), '403 Permission denied')
  await service.subscribe(room.channelId, 'U-mai')
  assert.equal(await explainAs('U-mai', { messageId }), 200)
  assert.equal(await explainAs('U-admin', { text: ask }), 200)
  assert.equal(await explainAs('U-admin', { messageId }), '403 Not a subscriber')
  assert.equal(await explainAs('U-admin', nowhere), '403 Not a subscriber')
  assert.equal(await explainAs('U-admin', { ...nowhere, text: ask }), '403 Not a subscriber')
  assert.equal(await explainAs('U-owner', { messageId }), 200)
  assert.equal(await explainAs('U-owner', nowhere), '404 Message not found')
})

test('what a reader may not read is not explained either', async () => {
  const room = await openTrialGroup([hours])
  await service.subscribe(room.channelId, 'U-admin')
  const old = await room.say({ minutes: -25 * 60 })
  const young = await room.say()
  const admin = await service.caller('U-admin')
  const statusOf = async (messageId: string) =>
    (await admin.post(`${room.path}/assistant/explain`, { messageId })).status
  assert.deepEqual([await statusOf(old), await statusOf(young)], [200, 200])
  await owner.put(`${room.path}/settings`, { history: 'since-joined' })
  assert.deepEqual([await statusOf(old), await statusOf(young)], [404, 200])
  await owner.put(`${room.path}/settings`, { history: 'all', retentionDays: 1 })
  assert.deepEqual([await statusOf(old), await statusOf(young)], [404, 200])
})

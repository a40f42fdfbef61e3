import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AssistantConfigChange, Explanation, NewRule } from '@innkeeper/contract'
import { edited } from '../../support/content/chat-events.ts'
import { ask, hours, openTrialGroups, type Said } from '../../support/trial-groups.ts'

const { service, owner, openTrialGroup } = await openTrialGroups()
const noon = service.clock.now

/** What stopped each rule, in the order of the explanation, with the index of the rule in `ruleIds`. */
function stopsOf({ rules }: Explanation, ruleIds: string[]): string[] {
  return rules.map(({ ruleId, stoppedBy }) => `${ruleIds.indexOf(ruleId)} ${stoppedBy ?? 'answers'}`)
}

describe('the explanation says what keeps a rule from answering', () => {
  const table: { why: string; rules: NewRule[]; before?: Said[]; stops: string[]; text?: string }[] = [
    { why: 'nothing', rules: [hours], stops: ['0 answers'] },
    { why: 'other words', rules: [hours], text: 'Good morning', stops: ['0 no-match'] },
    { why: 'it is switched off', rules: [{ ...hours, enabled: false }], stops: ['0 disabled'] },
    {
      why: 'its time has not started',
      rules: [{ ...hours, activeFrom: '2026-03-11T00:00:00Z' }],
      stops: ['0 not-active'],
    },
    { why: 'its time is over', rules: [{ ...hours, activeUntil: '2026-03-10T12:00:00Z' }], stops: ['0 not-active'] },
    {
      why: 'it has other hours',
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
      why: 'it answered long ago, or someone else',
      rules: [{ ...hours, cooldownSeconds: 60, memberCooldownSeconds: 600 }],
      before: [{ minutes: -5, from: 'U-ken' }],
      stops: ['0 answers'],
    },
    {
      why: 'another rule goes first',
      rules: [hours, { ...hours, priority: 5 }, { ...hours, keywords: ['hours'] }],
      stops: ['1 answers', '0 lower-priority', '2 lower-priority'],
    },
    {
      why: 'the first rule is off, so the next one answers',
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
      const group = await openTrialGroup(rules)
      for (const said of before) await group.say(said)
      const explanation = await group.explain({ text })
      assert.deepEqual(stopsOf(explanation, group.ruleIds), stops)
      const winner = stops.find((stop) => stop.endsWith('answers'))
      assert.equal(explanation.ruleId, winner ? group.ruleIds[Number(winner.split(' ')[0])] : null)
      assert.deepEqual(explanation.texts, winner ? ['From 9 to 18, Name of U-owner.'] : [])
      assert.equal(explanation.silence, winner ? null : 'no-rule')
      assert.deepEqual([explanation.ruleCount, explanation.asksModel], [rules.length, false])
      assert.equal(explanation.at, '2026-03-10T12:00:00Z')
    })
  }
})

describe('the explanation says what keeps the bot silent', () => {
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
      const group = await openTrialGroup([hours], change)
      for (const said of before) await group.say(said)
      if (isClosed) await owner.put(`${group.path}/status`, { status: 'disabled' })
      const explanation = await group.explain({ text })
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
    test(`${silence ?? 'nothing'}, for a message in the backup`, async () => {
      const group = await openTrialGroup([hours])
      const explanation = await group.explain({ messageId: await group.say(said) })
      assert.equal(explanation.silence, silence)
      // A command is answered too, but not by a rule.
      assert.equal(explanation.sends.length, silence === null || silence === 'command' ? 1 : 0)
    })
  }
})

test('a message in the backup is explained with its original text and time', async () => {
  const group = await openTrialGroup([{ ...hours, cooldownSeconds: 600 }])
  const first = await group.say({ minutes: -60 })
  const second = await group.say({ minutes: -55, from: 'U-ken' })
  const third = await group.say({ minutes: -40, from: 'U-ken' })
  await service.receive([edited(group.channelId, noon - 30 * 60_000, third, 'Never mind')])

  const answered = await group.explain({ messageId: first })
  assert.deepEqual(stopsOf(answered, group.ruleIds), ['0 answers'])
  assert.equal(answered.at, '2026-03-10T11:00:00Z')
  assert.deepEqual(answered.texts, ['From 9 to 18, Name of U-mai.'])
  const cooling = await group.explain({ messageId: second })
  assert.deepEqual(stopsOf(cooling, group.ruleIds), ['0 cooldown'])
  assert.deepEqual(cooling.sends, [])
  const changed = await group.explain({ messageId: third })
  assert.deepEqual(stopsOf(changed, group.ruleIds), ['0 answers'])
  assert.deepEqual(changed.texts, ['From 9 to 18, Name of U-ken.'])
})

describe('the explanation matches what happens', () => {
  const cooled = { cooldownSeconds: 3600 }
  type TrialGroup = Awaited<ReturnType<typeof openTrialGroup>>
  const table: { what: string; first?: Said; change(group: TrialGroup): Promise<unknown>; isAnswered: boolean }[] = [
    {
      what: 'after setting a cooldown that covers an earlier answer',
      change: (group) => owner.put(`${group.path}/assistant/qa/${group.ruleIds[0]}`, cooled),
      isAnswered: false,
    },
    {
      what: 'after setting a cooldown for all rules',
      change: (group) => owner.put(`${group.path}/assistant/config`, { qa: cooled }),
      isAnswered: false,
    },
    {
      what: 'when nothing could be sent the first time',
      first: { hasRight: false },
      change: (group) => owner.put(`${group.path}/assistant/qa/${group.ruleIds[0]}`, cooled),
      isAnswered: true,
    },
    {
      what: 'after a rule was deleted and restored',
      async change(group) {
        await owner.put(`${group.path}/assistant/qa/${group.ruleIds[0]}`, cooled)
        const { version } = (await owner.get(`${group.path}/assistant/versions`)).body.versions[0]
        await owner.delete(`${group.path}/assistant/qa/${group.ruleIds[0]}`)
        const back = await owner.post(`${group.path}/assistant/versions/${version}/restore`)
        assert.equal(back.status, 200, back.text)
      },
      isAnswered: false,
    },
  ]
  for (const { what, first = {}, change, isAnswered } of table) {
    test(what, async () => {
      const group = await openTrialGroup([hours])
      await group.say({ minutes: -5, ...first })
      const rulePath = `${group.path}/assistant/qa/${group.ruleIds[0]}`
      assert.equal((await owner.get(rulePath)).body.hits, first.hasRight === false ? 0 : 1)
      await change(group)
      const typed = await group.explain({ text: ask })
      const said = await group.explain({ messageId: await group.say() })
      assert.deepEqual(
        [typed.ruleId !== null, said.ruleId !== null, said.sends.length],
        [isAnswered, isAnswered, isAnswered ? 1 : 0],
      )
    })
  }
})

test('for a message in the backup, the explanation says what happened to the answer', async () => {
  const group = await openTrialGroup([hours])
  const { sends, ruleId } = await group.explain({ messageId: await group.say({ hasRight: false }) })
  assert.deepEqual(
    sends.map(({ state, failure, texts, ruleId: by }) => ({ state, failure, texts, by })),
    [{ state: 'refused', failure: 'no-token', texts: ['From 9 to 18, Name of U-mai.'], by: ruleId }],
  )
})

test('a message is explained by the current rules, and the record of what was sent stays the same', async () => {
  const group = await openTrialGroup([hours])
  const messageId = await group.say()
  await owner.put(`${group.path}/assistant/qa/${group.ruleIds[0]}`, { keywords: ['closing time'] })
  const explanation = await group.explain({ messageId })
  assert.deepEqual([explanation.silence, explanation.texts], ['no-rule', []])
  assert.deepEqual(explanation.sends[0]?.texts, ['From 9 to 18, Name of U-mai.'])
})

test('only messages sent after the bot was muted are explained as quiet', async () => {
  const group = await openTrialGroup([hours], { quietUntil: '2026-03-10T13:00:00Z' })
  const before = await group.say({ minutes: -5 })
  const meanwhile = await group.say({ minutes: 5 })
  assert.equal((await group.explain({ messageId: before })).silence, null)
  assert.equal((await group.explain({ messageId: meanwhile })).silence, 'quiet')
})

test('the explanation shows the keyword or pattern that matched', async () => {
  const group = await openTrialGroup([{ ...hours, keywords: ['open(ing)? hours?'], match: 'regex' }, hours])
  const { rules } = await group.explain({ text: ask })
  const matches = rules.map(({ mode, matched, matchedBy }) => ({ mode, matched, matchedBy }))
  assert.deepEqual(
    matches.sort((one, other) => (one.mode < other.mode ? -1 : 1)),
    [
      { mode: 'keyword', matched: true, matchedBy: 'opening hours' },
      { mode: 'regex', matched: true, matchedBy: 'open(ing)? hours?' },
    ],
  )
})

test('of many rules, those that matched are listed first, up to a thousand in all', async () => {
  const others = Array.from({ length: 1004 }, (_, index) => ({ ...hours, keywords: [`word ${index}`], priority: 1 }))
  const group = await openTrialGroup([])
  const rules = [...others.map((rule, index) => ({ ...rule, id: `other-${index}` })), { ...hours, id: 'hours' }]
  const assistant = { format: 'innkeeper-assistant/1', rules }
  assert.equal((await owner.post(`${group.path}/assistant/import`, { assistant })).status, 200)
  const explanation = await group.explain({ text: ask })
  assert.deepEqual([explanation.ruleCount, explanation.rules.length], [1005, 1000])
  assert.equal(explanation.rules[0]?.ruleId, 'hours')
})

test('a request explains either a text or a message', async () => {
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

test('readers can get a message in the backup explained, and admins a typed text', async () => {
  const group = await openTrialGroup([hours])
  const messageId = await group.say()
  const explainAs = async (userId: string, body: object) => {
    const answer = await (await service.caller(userId)).post(`${group.path}/assistant/explain`, body)
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.error}`
  }
  const nowhere = { messageId: 'nowhere' }
  assert.equal(await explainAs('U-mai', { text: ask }), '403 Permission denied')
  assert.equal(await explainAs('U-mai', { messageId }), '403 Not a subscriber')
  assert.equal(await explainAs('U-mai', { messageId, text: ask }), '403 Permission denied')
  await service.subscribe(group.channelId, 'U-mai')
  assert.equal(await explainAs('U-mai', { messageId }), 200)
  assert.equal(await explainAs('U-admin', { text: ask }), 200)
  assert.equal(await explainAs('U-admin', { messageId }), '403 Not a subscriber')
  assert.equal(await explainAs('U-admin', nowhere), '403 Not a subscriber')
  assert.equal(await explainAs('U-admin', { ...nowhere, text: ask }), '403 Not a subscriber')
  assert.equal(await explainAs('U-owner', { messageId }), 200)
  assert.equal(await explainAs('U-owner', nowhere), '404 Message not found')
})

test('a message that a reader cannot read is not explained either', async () => {
  const group = await openTrialGroup([hours])
  await service.subscribe(group.channelId, 'U-admin')
  const old = await group.say({ minutes: -25 * 60 })
  const young = await group.say()
  const admin = await service.caller('U-admin')
  const statusOf = async (messageId: string) =>
    (await admin.post(`${group.path}/assistant/explain`, { messageId })).status
  assert.deepEqual([await statusOf(old), await statusOf(young)], [200, 200])
  await owner.put(`${group.path}/settings`, { history: 'since-joined' })
  assert.deepEqual([await statusOf(old), await statusOf(young)], [404, 200])
  await owner.put(`${group.path}/settings`, { history: 'all', retentionDays: 1 })
  assert.deepEqual([await statusOf(old), await statusOf(young)], [404, 200])
})

test("dates in answers follow the channel's language and time zone, also when these are changed", async () => {
  const group = await openTrialGroup([{ ...hours, answer: 'Today, {date}, {time}.' }])
  const written = async (change: object) => {
    assert.equal((await owner.put(`${group.path}/settings`, change)).status, 200)
    return (await group.explain({ text: ask })).texts
  }
  assert.deepEqual(await written({ language: 'en', timezone: 'UTC' }), ['Today, 10 March 2026, 12:00.'])
  assert.deepEqual(await written({ language: 'ja' }), ['Today, 2026年3月10日, 12:00.'])
  assert.deepEqual(await written({ timezone: 'Asia/Tokyo' }), ['Today, 2026年3月10日, 21:00.'])
  assert.deepEqual(await written({ language: 'zh-TW', timezone: 'Asia/Taipei' }), ['Today, 2026年3月10日, 晚上8:00.'])
  assert.deepEqual(await written({ language: 'th', timezone: 'Asia/Bangkok' }), ['Today, 10 มีนาคม 2569, 19:00.'])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AnsweringRule, type Assistant, standardRule } from '../../../src/domain/assistant/answering/assistant.ts'
import { type Cooldowns, decideAnswer } from '../../../src/domain/assistant/answering/decide-answer.ts'
import {
  decideToAsk,
  isWorthAsking,
  listOffers,
  passagesOf,
} from '../../../src/domain/assistant/answering/grounding.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const never: Cooldowns = { lastAnswerAt: () => undefined }

const rule = (id: string, more: Partial<AnsweringRule> = {}): AnsweringRule => ({
  ...standardRule,
  id,
  keywords: [id],
  question: `Question of ${id}`,
  answer: `Answer of ${id}`,
  match: 'ai',
  ...more,
})

const assistant = (rules: AnsweringRule[], more: Partial<Assistant> = {}): Assistant => ({
  enabled: true,
  qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0, memberCooldownSeconds: 0 },
  quietUntil: null,
  timezone: 'UTC',
  language: 'en',
  groupRules: '',
  rules,
  ...more,
})
const aiMode = { qa: { enabled: true, mode: 'ai', cooldownSeconds: 0, memberCooldownSeconds: 0 } } as const

describe('the model is offered', () => {
  test('only rules in AI mode that are turned on and active now', () => {
    const rules = [
      rule('plain'),
      rule('by keyword', { match: 'keyword' }),
      rule('by the mode of the channel', { match: null }),
      rule('off', { enabled: false }),
      rule('over', { activeUntil: '2026-03-10T11:59:59Z' }),
      rule('on Sundays', { schedule: [{ days: ['sun'], from: '00:00', to: '23:59' }] }),
    ]
    const idsIn = (one: Assistant) =>
      listOffers(one, noon, 'What?').map((offer) => (offer.kind === 'rule' ? offer.ruleId : offer.text))
    assert.deepEqual(idsIn(assistant(rules)), ['plain'])
    assert.deepEqual(idsIn(assistant(rules, { ...aiMode, groupRules: 'Be kind.' })), [
      'plain',
      'by the mode of the channel',
      'Be kind.',
    ])
    assert.deepEqual(idsIn(assistant([rule('off', { enabled: false })], { groupRules: 'Be kind.' })), [])
  })

  test('the twenty most similar of many rules, in any script', () => {
    const others = Array.from({ length: 500 }, (_, index) => rule(`r${index}`, { question: `Where is room ${index}?` }))
    for (const [question, asked] of [
      ['When does the library open?', 'do you know what time the library opens tomorrow'],
      ['図書館は何時に開きますか', '明日の図書館の開く時間を教えて'],
      ['ห้องสมุดเปิดกี่โมง', 'พรุ่งนี้ห้องสมุดเปิดไหม'],
    ] as const) {
      const all = [...others, rule('library', { question, keywords: ['x'] })]
      const offers = listOffers(assistant(all), noon, asked)
      assert.equal(offers.length, 20)
      assert.deepEqual(offers[0]?.kind === 'rule' && offers[0].ruleId, 'library', asked)
    }
  })

  test('the group rules by paragraph, or by line if there is one paragraph', () => {
    const table: [text: string, passages: string[]][] = [
      ['', []],
      [' \n \n', []],
      ['Be kind.', ['Be kind.']],
      ['1. Be kind.\n2. No adverts.\n', ['1. Be kind.', '2. No adverts.']],
      ['Photos:\n- ask first\n\nAdverts:\r\n- none\r\n', ['Photos:\n- ask first', 'Adverts:\r\n- none']],
    ]
    for (const [text, passages] of table) assert.deepEqual(passagesOf(text), passages)
    const long = Array.from({ length: 100 }, (_, index) => `Line ${index}`)
    assert.equal(passagesOf(long.join('\n')).length, 34)
    assert.equal(passagesOf(long.join('\n')).join('\n'), long.join('\n'), 'nothing is left out')
  })
})

describe('the model is asked', () => {
  const asks = (
    one: Assistant,
    text = 'What?',
    cooldowns = never,
    found = [] as Parameters<typeof decideAnswer>[1],
  ) => {
    const who = { at: noon, userId: 'U1' }
    return decideToAsk(one, decideAnswer(one, found, who, cooldowns), { ...who, text }, cooldowns)
  }
  const found = { rule: 0, by: 'x', length: 1, score: null }
  const justNow = { lastAnswerAt: () => noon - 1000 }

  test('when no other rule answers and one is in AI mode', () => {
    assert.equal(asks(assistant([rule('a')])), true)
    assert.equal(asks(assistant([rule('a', { match: 'keyword' })])), false)
    assert.equal(asks(assistant([rule('a', { match: 'keyword' }), rule('b')]), 'What?', never, [found]), false)
    assert.equal(asks(assistant([rule('a', { enabled: false })])), false)
  })

  test('about the group rules alone in AI mode, and never in another', () => {
    assert.equal(asks(assistant([], { ...aiMode, groupRules: 'Be kind.' })), true)
    assert.equal(asks(assistant([], { groupRules: 'Be kind.' })), false)
    assert.equal(asks(assistant([], { ...aiMode, groupRules: ' \n' })), false)
  })

  test('not while the bot is off, quiet or in a cooldown', () => {
    const rules = [rule('a')]
    assert.equal(asks(assistant(rules, { enabled: false })), false)
    assert.equal(asks(assistant(rules, { qa: { ...aiMode.qa, enabled: false } })), false)
    assert.equal(asks(assistant(rules, { quietUntil: noon + 1 })), false)
    assert.equal(asks(assistant(rules, { qa: { ...aiMode.qa, cooldownSeconds: 5 } }), 'What?', justNow), false)
    assert.equal(asks(assistant([rule('a', { cooldownSeconds: 5 })]), 'What?', justNow), false)
    assert.equal(asks(assistant([rule('a', { cooldownSeconds: 5 }), rule('b')]), 'What?', justNow), true)
  })

  test('not when another rule matched and answered a moment ago', () => {
    const rules = [rule('a', { match: 'keyword', cooldownSeconds: 5 }), rule('b')]
    assert.equal(asks(assistant(rules), 'What?', justNow, [found]), false)
    assert.equal(asks(assistant(rules), 'What?', justNow), true)
  })

  test('not about a message that asks nothing', () => {
    for (const text of ['', ' \n', '😀😀', '...!?', 'https://inn.example/photo.jpg', '👍 https://a.example/b']) {
      assert.equal(isWorthAsking(text), false, text)
      assert.equal(asks(assistant([rule('a')]), text), false, text)
    }
    for (const text of ['a', '何時?', 'เปิดไหม', '5?', 'see https://a.example/b'])
      assert.equal(isWorthAsking(text), true)
    assert.equal(isWorthAsking(`${'!'.repeat(1000)}a`), false, 'only the first thousand characters are shown')
  })
})

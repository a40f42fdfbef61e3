import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelGrant } from '../../../src/actions/access.ts'
import { matchTexts } from '../../../src/actions/assistant/match-texts.ts'
import { type AnsweringRule, type Assistant, standardRule } from '../../../src/domain/assistant/answering/assistant.ts'
import { explainAnswer } from '../../../src/domain/assistant/answering/explain-answer.ts'
import { spread } from '../../../src/domain/assistant/answering/replay-messages.ts'
import { TooSlow } from '../../../src/domain/assistant/answering/undecided.ts'
import type { Refusal } from '../../../src/domain/refusal.ts'

const rule = (id: string, more: Partial<AnsweringRule> = {}): AnsweringRule =>
  ({ ...standardRule, id, keywords: [id], question: `${id}?`, answer: `${id}.`, ...more }) as AnsweringRule
const assistant: Assistant = {
  enabled: true,
  qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0, memberCooldownSeconds: 0 },
  quietUntil: null,
  timezone: 'UTC',
  language: 'en',
  groupRules: '',
  rules: [rule('tea'), rule('model', { match: 'ai' })],
}
const asked = { at: 0, userId: 'U-mai', text: 'Is there anything to drink?' }
const cooldowns = { lastAnswerAt: () => undefined }
const foundTea = [{ rule: 0, by: 'tea', length: 3, score: null }]

test('a model is asked if there is one, no rule answers, and nothing else keeps the bot silent', () => {
  const table: [
    found: typeof foundTea,
    hasModel: boolean,
    obstacle: 'command' | undefined,
    asks: boolean,
    model: string | null,
  ][] = [
    [[], true, undefined, true, null],
    [foundTea, true, undefined, false, 'lower-priority'],
    [[], false, undefined, false, 'no-model'],
    [[], true, 'command', false, null],
  ]
  for (const [found, hasModel, obstacle, asks, model] of table) {
    const { asksModel, silence, winner, rules } = explainAnswer(assistant, found, asked, cooldowns, {
      obstacle,
      hasModel,
    })
    assert.equal(asksModel, asks)
    assert.equal(silence, obstacle ?? (asks || winner ? null : 'no-rule'))
    assert.equal(rules.find(({ ruleId }) => ruleId === 'model')?.stoppedBy, model)
  }
})

test('an error about a pattern that takes too long names the pattern', async () => {
  const set = { key: '', mode: 'regex', rules: assistant.rules } as const
  const grant = { userId: 'U-1', channel: { channelNo: 1 } } as ChannelGrant
  const limits = { limitMs: 1 }
  const failWith = (error: Error) => ({ match: () => Promise.reject(error), close: async () => {} })
  const slow = new TooSlow('slow', { rule: 0, pattern: '(a+)+' })
  await assert.rejects(matchTexts(failWith(slow), grant, set, ['a'], limits), (error: Refusal) => {
    assert.match(error.message, /the pattern "\(a\+\)\+" of rule tea/)
    return error.code === 'invalid'
  })
  await assert.rejects(matchTexts(failWith(new TooSlow('slow')), grant, set, ['a'], limits), /took too long/)
  await assert.rejects(matchTexts(failWith(new Error('a bug')), grant, set, ['a'], limits), /a bug/)
})

test('samples are spread evenly over all items', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  assert.deepEqual(spread(numbers, 4), [0, 25, 50, 75])
  assert.deepEqual(spread(numbers.slice(0, 3), 4), [0, 1, 2])
})

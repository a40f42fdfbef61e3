import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Explanation, Rule } from '@innkeeper/contract'
import fc from 'fast-check'
import {
  addKeywords,
  draftFields,
  fieldOf,
  findProblems,
  newDraft,
  toTry,
} from '../../src/assistant/editor/rule-draft.ts'
import { fromClock, toClock } from '../../src/assistant/editor/zone-clock.ts'
import { anyRule, chooseRules } from '../../src/assistant/rules/choose-rules.ts'
import { moveRule, type RankedRule } from '../../src/assistant/rules/move-rule.ts'
import { explainDefeat, explainNoRule } from '../../src/assistant/trial/explain-silence.ts'
import { isResultOf, triedText } from '../../src/assistant/trial/tried-draft.ts'

const rule = (id: string, priority = 0, createdAt = `2026-01-01T00:00:0${id}Z`): RankedRule => ({
  id,
  priority,
  createdAt,
})

/** In the order of the service. */
const inOrder = (rules: readonly RankedRule[]) =>
  rules.toSorted(
    (a, b) => b.priority - a.priority || a.createdAt.localeCompare(b.createdAt) || Number(a.id) - Number(b.id),
  )

const after = (rules: readonly RankedRule[], changes: ReturnType<typeof moveRule>) =>
  inOrder(
    rules.map((one) => ({ ...one, priority: changes.find(({ id }) => id === one.id)?.priority ?? one.priority })),
  ).map(({ id }) => id)

describe('moving a rule', () => {
  it('changes one priority if there is a gap between its neighbours', () => {
    const rules = [rule('1', 20), rule('2', 10), rule('3', 0)]
    assert.deepEqual(moveRule(rules, 2, 1), [{ id: '3', priority: 16 }])
    assert.deepEqual(moveRule(rules, 0, 2), [{ id: '1', priority: -11 }])
    assert.deepEqual(moveRule(rules, 1, 1), [])
  })

  it('changes one priority if all are equal and the age decides', () => {
    const rules = [rule('2', 5), rule('1'), rule('3')]
    assert.deepEqual(moveRule(rules, 0, 1), [{ id: '2', priority: 0 }])
  })

  it('changes as few neighbours as possible if there is no gap', () => {
    const rules = [rule('1'), rule('2'), rule('3'), rule('4'), rule('5')]
    const changes = moveRule(rules, 4, 1)
    assert.deepEqual(changes.map(({ id }) => id).sort(), ['1', '5'])
    assert.deepEqual(after(rules, changes), ['1', '5', '2', '3', '4'])
  })

  it('puts every rule where it was dropped, within the limits', () => {
    const priorities = fc.array(
      fc.integer({ min: -1000, max: 1000 }).map((one) => (one % 3 === 0 ? 0 : one)),
      {
        minLength: 2,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(priorities, fc.nat(), fc.nat(), (given, one, other) => {
        const rules = inOrder(
          given.map((priority, at) => rule(String(at), priority, `2026-01-${String((at * 7) % 28).padStart(2, '0')}`)),
        )
        const [from, to] = [one % rules.length, other % rules.length]
        const changes = moveRule(rules, from, to)
        const ids = rules.map(({ id }) => id)
        const [moved = ''] = ids.splice(from, 1)
        assert.deepEqual(after(rules, changes), ids.toSpliced(to, 0, moved))
        assert.ok(changes.every(({ priority }) => Math.abs(priority) <= 1000))
      }),
    )
  })
})

describe('the list of rules', () => {
  const base = {
    question: 'Is there tea?',
    keywords: ['茶'],
    answer: 'Yes',
    answers: [],
    match: null,
    lastFailure: null,
  }
  const rules = [
    { ...base, id: 'a', enabled: true, hits: 3 },
    { ...base, id: 'b', enabled: false, hits: 0, match: 'regex', question: 'Café' },
  ] as unknown as Rule[]
  const found = (criteria: Partial<typeof anyRule>) =>
    chooseRules(rules, { ...anyRule, ...criteria }, 'keyword').map(({ id }) => id)

  it('is filtered by text, mode and state, alone or combined', () => {
    assert.deepEqual(found({}), ['a', 'b'])
    assert.deepEqual(found({ text: 'cafe' }), ['b'])
    assert.deepEqual(found({ text: '茶' }), ['a', 'b'])
    assert.deepEqual(found({ mode: 'keyword' }), ['a'])
    assert.deepEqual(found({ state: 'never-hit' }), ['b'])
    assert.deepEqual(found({ state: 'on', mode: 'regex' }), [])
  })
})

describe('a draft of a rule', () => {
  const fine = { ...newDraft, question: 'Is there tea?', keywords: ['tea'], answer: 'Yes' }
  const problems = (some: Partial<typeof fine>) =>
    findProblems({ ...fine, ...some }, 'keyword').map(({ field, kind }) => `${field} ${kind}`)

  it('gets an error for each invalid field, and none if it is valid', () => {
    assert.deepEqual(problems({}), [])
    assert.deepEqual(problems({ question: ' ', keywords: [], answer: '' }), [
      'question missing',
      'keywords noKeywords',
      'answer missing',
    ])
    assert.deepEqual(problems({ keywords: ['Tea', 'ｔｅａ'] }), ['keywords sameKeyword'])
    assert.deepEqual(problems({ keywords: ['Tea', 'tea'], match: 'regex' }), [])
    assert.deepEqual(problems({ priority: 1001, cooldownSeconds: -1 }), ['priority range', 'cooldownSeconds range'])
    assert.deepEqual(problems({ activeFrom: '2026-03-02T00:00:00Z', activeUntil: '2026-03-01T00:00:00Z' }), [
      'activeUntil order',
    ])
    assert.deepEqual(problems({ picture: 'http://example.com/a.png' }), ['picture notHttps'])
    assert.deepEqual(problems({ schedule: [{ days: [], from: '', to: '10:00' }] }), [
      'schedule noDays',
      'schedule noTime',
    ])
  })

  it('finds the field that an error from the service is about', () => {
    assert.equal(fieldOf('keywords[1] "(" is not a valid pattern: missing )'), 'keywords')
    assert.equal(fieldOf('rule.activeUntil must be later than activeFrom'), 'activeUntil')
    assert.equal(fieldOf('A channel holds at most 200 patterns'), undefined)
    assert.equal(draftFields.length, Object.keys(newDraft).length)
  })
})

describe('a clock in another time zone', () => {
  it('is converted both ways, even around clock changes', () => {
    assert.equal(toClock('2026-03-01T00:30:00Z', 'Asia/Tokyo'), '2026-03-01 09:30:00')
    assert.equal(fromClock('2026-03-01 09:30:00', 'Asia/Tokyo'), '2026-03-01T00:30:00Z')
    // If an hour occurs twice, the first one is used. A skipped hour becomes an hour later.
    assert.equal(fromClock('2026-10-25 02:30:00', 'Europe/Berlin'), '2026-10-25T00:30:00Z')
    assert.equal(fromClock('2026-03-29 02:30:00', 'Europe/Berlin'), '2026-03-29T01:30:00Z')
  })
})

describe('trying a rule that is switched off', () => {
  it('shows what it would do if it were on', () => {
    assert.equal(toTry({ ...newDraft, enabled: false }, 'r_1').enabled, true)
    assert.equal(toTry(newDraft, undefined).enabled, true)
  })
})

describe('testing a message that no rule replies to', () => {
  type Explained = Explanation['rules'][number]
  const explained = (
    ruleId: string,
    stoppedBy: Explained['stoppedBy'],
    matched = stoppedBy !== 'no-match',
  ): Explained => ({
    ruleId,
    question: ruleId,
    mode: 'keyword',
    priority: 0,
    matched,
    matchedBy: matched ? 'cards' : null,
    score: null,
    stoppedBy,
  })

  it('says that none matches only if none does', () => {
    const reason = (...rules: Explained[]) => explainNoRule({ rules })
    assert.deepEqual(reason(explained('a', 'no-match')), { reason: 'none', count: 0 })
    assert.deepEqual(reason(explained('a', 'disabled'), explained('b', 'no-match')), { reason: 'off', count: 1 })
    assert.deepEqual(reason(explained('a', 'disabled'), explained('b', 'disabled')), { reason: 'off', count: 2 })
    assert.deepEqual(reason(explained('a', 'disabled'), explained('b', 'cooldown')), { reason: 'stopped', count: 2 })
    // A rule for the AI model that's off matches nothing by itself.
    assert.deepEqual(reason(explained('a', 'disabled', false)), { reason: 'none', count: 0 })
  })
})

describe('a rule that matches a message that another rule replies to', () => {
  const [card, cards] = ['card', 'cards'].map((matchedBy) => ({
    ruleId: matchedBy,
    question: matchedBy,
    mode: 'keyword' as const,
    priority: 0,
    matched: true,
    matchedBy,
    score: null,
    stoppedBy: null,
  })) as [Explanation['rules'][number], Explanation['rules'][number]]

  it('has a lower priority, a shorter keyword, or comes later', () => {
    assert.equal(explainDefeat(cards, { ...card, priority: 1 }), 'priority')
    assert.equal(explainDefeat(card, cards), 'shorterKeyword')
    assert.equal(explainDefeat(cards, card), 'comesLater')
    assert.equal(explainDefeat(card, { ...cards, mode: 'similar' }), 'comesLater')
  })
})

describe('keywords that are entered', () => {
  it('are split, and each is listed once', () => {
    assert.deepEqual(addKeywords([], ['wifi, wlan,'], false), ['wifi', 'wlan'])
    assert.deepEqual(addKeywords(['wifi'], ['wifi', '無線、wifi，電波\nLAN;net'], false), [
      'wifi',
      '無線',
      '電波',
      'LAN',
      'net',
    ])
  })

  it('are only split at line breaks if they are patterns', () => {
    assert.deepEqual(addKeywords([], ['a{1,}b; c\nd'], true), ['a{1,}b; c', 'd'])
  })

  it('stay as they are if they were there before', () => {
    assert.deepEqual(addKeywords(['hello, world'], ['hello, world', 'price'], false), ['hello, world', 'price'])
  })
})

describe('the result of a trial', () => {
  const draft = toTry({ ...newDraft, question: 'Where?', keywords: ['where'], answer: 'Here.' }, undefined)
  const done = { tried: triedText(draft), draftId: 'draft' }

  it('stays when the new rule is saved, and gets its ID', () => {
    assert.ok(isResultOf(done, draft))
    assert.ok(isResultOf(done, { ...draft, id: 'r_1' }))
    assert.ok(isResultOf({ tried: '', draftId: undefined }, undefined))
  })

  it('is not shown for another draft, another rule or the saved rules', () => {
    assert.ok(!isResultOf(done, { ...draft, answer: 'There.' }))
    assert.ok(!isResultOf({ ...done, draftId: 'r_1' }, { ...draft, id: 'r_2' }))
    assert.ok(!isResultOf(done, undefined))
  })
})

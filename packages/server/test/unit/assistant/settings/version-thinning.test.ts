import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { standardRule } from '../../../../src/domain/assistant/answering/assistant.ts'
import {
  type AssistantState,
  findEdits,
  type KeptEdit,
  keepEdit,
  rewind,
} from '../../../../src/domain/assistant/rules/assistant-state.ts'
import {
  decideThinning,
  mergeEdits,
  type ThinnableVersion,
} from '../../../../src/domain/assistant/rules/version-thinning.ts'

describe('which version is thinned out next', () => {
  const limits = { versions: 3, versionBytes: 100 }
  /** `1 2n 3t`: n has a name, t is thinned out. */
  const read = (text: string): ThinnableVersion[] =>
    text.split(' ').map((word) => ({
      version: Number.parseInt(word, 10),
      label: word.endsWith('n') ? 'Name' : null,
      isThinned: word.endsWith('t'),
    }))
  const table: [versions: string, step: object][] = [
    ['1 2 3', { kind: 'none' }],
    ['1 2 3 4', { kind: 'thin', version: 1 }],
    ['1t 2 3 4', { kind: 'drop', version: 1 }],
    ['1n 2 3 4', { kind: 'thin', version: 2 }],
    ['1n 2t 3 4', { kind: 'none' }],
    ['1n 2t 3 4 5', { kind: 'thin', version: 3 }],
    ['1n 2t 3t 4 5', { kind: 'merge', version: 3, into: 2 }],
    ['1n 2n 3n 4', { kind: 'none' }],
    ['1n 2n 3n 4 5', { kind: 'thin', version: 4 }],
    ['1n 2t 3n 4t 5n 6n', { kind: 'none' }],
  ]
  const decide = (text: string, bytes = 10) => {
    const versions = read(text)
    const shown = versions.filter(({ isThinned }) => !isThinned).length
    return decideThinning(versions, { shown, bytes, newest: versions.at(-1)?.version ?? 0 }, limits)
  }
  for (const [versions, step] of table) test(versions, () => assert.deepEqual(decide(versions), step))

  test('bytes count too, and the newest version always stays', () => {
    assert.deepEqual(decide('1 2', 100), { kind: 'none' })
    assert.deepEqual(decide('1 2', 101), { kind: 'thin', version: 1 })
    assert.deepEqual(decide('2', 101), { kind: 'none' })
  })
})

const seconds = fc.integer({ min: 0, max: 2 })
const anyRule = (id: string) =>
  fc.record({ answer: fc.constantFrom('A', 'B'), priority: seconds, createdAt: seconds }).map((own) => ({
    id,
    keywords: ['k'],
    question: 'Q',
    ...(standardRule as object),
    createdBy: 'U',
    ...own,
  }))
const anyState = fc
  .record({
    enabled: fc.boolean(),
    cooldownSeconds: seconds,
    mode: fc.constantFrom('keyword', 'exact'),
    message: fc.constantFrom('', 'Hi'),
    rules: fc.tuple(...['r1', 'r2', 'r3'].map((id) => fc.option(anyRule(id)))),
  })
  .map(
    ({ enabled, cooldownSeconds, mode, message, rules }) =>
      ({
        config: { enabled, qa: { enabled: true, mode, cooldownSeconds, memberCooldownSeconds: 0 } },
        welcome: { enabled, message, quietHours: null, greetReturning: true },
        groupRules: { enabled: false, content: '' },
        rules: rules.filter((rule) => rule !== null),
      }) as unknown as AssistantState,
  )

const keptBetween = (from: AssistantState, to: AssistantState) =>
  findEdits(from, to)
    .map(keepEdit)
    .filter((edit) => edit !== undefined)
    .map((edit) => JSON.parse(JSON.stringify(edit)) as KeptEdit)
const undoAll = (state: AssistantState, edits: readonly KeptEdit[]) => {
  const back = rewind(state)
  for (const edit of edits.toReversed()) back.undo(edit)
  return back.state()
}
const nameOf = ({ part, ruleId }: KeptEdit) => `${part} ${ruleId ?? ''}`
const sorted = (state: AssistantState) => ({ ...state, rules: state.rules.toSorted((a, b) => (a.id < b.id ? -1 : 1)) })

test('merged edits lead back to the same assistant as separate ones', () => {
  fc.assert(
    fc.property(fc.array(anyState, { minLength: 2, maxLength: 6 }), (states) => {
      const merged = new Map<string, KeptEdit>()
      for (const [index, to] of states.slice(1).entries()) {
        for (const edit of keptBetween(states[index] as AssistantState, to)) {
          const before = merged.get(nameOf(edit))
          const both = before ? mergeEdits(before, edit) : edit
          if (both) merged.set(nameOf(edit), both)
          else merged.delete(nameOf(edit))
        }
      }
      const [first, last] = [states[0], states.at(-1)]
      assert.ok(first && last)
      const back = undoAll(last, [...merged.values()])
      // A changed rule keeps its creation time. Only a new rule brings its own.
      assert.deepEqual(withoutAges(sorted(back)), withoutAges(sorted(first)))
    }),
    { numRuns: 500 },
  )
})

test('control: undoing only the last of several edits does not lead back', () => {
  const whole = fc.sample(anyState, { numRuns: 1, seed: 1 })[0]
  const [sample] = fc.sample(anyRule('r'), { numRuns: 1, seed: 1 })
  const state = (answer: string) => ({ ...whole, rules: [{ ...sample, answer }] }) as unknown as AssistantState
  const [one, two, three] = [state('1'), state('2'), state('3')]
  const edits = [...keptBetween(one, two), ...keptBetween(two, three)]
  assert.equal(undoAll(three, edits).rules[0]?.answer, '1')
  assert.equal(undoAll(three, edits.slice(1)).rules[0]?.answer, '2')
})

function withoutAges(state: AssistantState) {
  return { ...state, rules: state.rules.map(({ createdAt: _, ...rule }) => rule) }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileRules, joinFound, type MatchingRule } from '../../../src/domain/assistant/matching/rule-set.ts'

const keepOn = () => false
const rules: MatchingRule[] = (['keyword', 'regex', 'similar'] as const).flatMap((match) =>
  ['breakfast', 'parking', 'towels'].map((word) => ({
    keywords: [word],
    question: `Where do I find the ${word}?`,
    match,
  })),
)

test('rules of every mode can be compiled in steps, and match the same as rules compiled at once', () => {
  const compiled = compileRules(rules, 'keyword')
  let steps = 1
  while (!compiled.makeReady(() => true)) steps++
  assert.ok(steps > rules.length, `${steps}`)
  const { found } = compiled.find('Any towels?', keepOn)
  assert.deepEqual(found.map(({ rule }) => rule).sort(), [2, 5, 8])
  assert.deepEqual(found, compileRules(rules, 'keyword').find('Any towels?', keepOn).found)
  assert.equal(
    compiled.makeReady(() => true),
    true,
    'once ready, they stay ready',
  )
})

test('a search in many turns finds the same as a search in one turn', () => {
  const compiled = compileRules(
    [...rules, { keywords: ['tow.ls', 'a', 'y'], question: 'Q?', match: 'regex' }],
    'keyword',
  )
  const whole = compiled.find('Any towels?', keepOn)
  assert.equal(whole.next, null)
  let found = joinFound([], [])
  let turns = 0
  for (let from: number | null = 0; from !== null; turns++) {
    const part: typeof whole = compiled.find('Any towels?', () => true, from)
    found = joinFound(found, part.found)
    from = part.next
  }
  assert.ok(turns > 3, `${turns}`)
  const sorted = (all: typeof found) => all.toSorted((one, other) => one.rule - other.rule)
  assert.deepEqual(sorted(found), sorted(whole.found))
})

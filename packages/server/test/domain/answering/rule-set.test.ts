import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileRules, type MatchingRule } from '../../../src/domain/answering/rule-set.ts'

const nobodyWaits = () => {}
const rules: MatchingRule[] = (['keyword', 'regex', 'similar'] as const).flatMap((match) =>
  ['breakfast', 'parking', 'towels'].map((word) => ({
    keywords: [word],
    question: `Where do I find the ${word}?`,
    match,
  })),
)

test('rules of every mode are made ready in steps, and find the same as rules that were made ready at once', () => {
  const compiled = compileRules(rules, 'keyword')
  let steps = 1
  while (!compiled.makeReady(() => true)) steps++
  assert.ok(steps > rules.length, `${steps}`)
  const found = compiled.find('Any towels?', nobodyWaits)
  assert.deepEqual(found.map(({ rule }) => rule).sort(), [2, 5, 8])
  assert.deepEqual(found, compileRules(rules, 'keyword').find('Any towels?', nobodyWaits))
  assert.equal(
    compiled.makeReady(() => true),
    true,
    'once ready, they stay so',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPatterns, modeOf } from '../../../src/domain/assistant/matching/rule-patterns.ts'

test("a rule's own mode takes precedence over the channel's", () => {
  assert.equal(modeOf({ match: null }, 'keyword'), 'keyword')
  assert.equal(modeOf({ match: null }, 'regex'), 'regex')
  assert.equal(modeOf({ match: 'exact' }, 'regex'), 'exact')
})

test('only keywords that are matched as patterns are counted', () => {
  const rules = [
    { keywords: ['a', 'b'], match: null },
    { keywords: ['c', 'd', 'e'], match: 'regex' as const },
    { keywords: ['f'], match: 'exact' as const },
  ]
  assert.equal(countPatterns(rules, 'keyword'), 3)
  assert.equal(countPatterns(rules, 'regex'), 5)
  assert.equal(countPatterns([], 'regex'), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPatterns, findBadPattern, modeOf } from '../../src/domain/rule-patterns.ts'

test('what can be matched in linear time is a pattern', () => {
  const good = ['a', 'a|b', '^x+$', '(?i)wifi', '\\d{3}', '[^ -~]', '\\p{Hiragana}+', '(?:a|b)*?', '\\bword\\b', '営業']
  assert.equal(findBadPattern(good), undefined)
  assert.equal(findBadPattern([]), undefined)
})

test('what needs looking around or back, and what is broken, is none, and the reason is told', () => {
  for (const bad of [
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '\\k<n>',
    '(?>a)',
    'a**',
    '(',
    ')',
    '[',
    'a{2,1}',
    '\\',
  ]) {
    const reason = findBadPattern(['fine', bad])
    assert.ok(reason?.startsWith(`${JSON.stringify(bad)} is not a valid pattern: `), `${bad}: ${reason}`)
    assert.ok(!reason?.includes('\n'))
  }
})

test('a pattern that would grow beyond measure is refused, not compiled', () => {
  for (const huge of ['((a{100}){100}){100}', '(((((a?){10}){10}){10}){10}){10}', '(x{0,1000}){0,1000}']) {
    assert.match(findBadPattern([huge]) ?? '', /not a valid pattern/)
  }
})

test("a rule's own mode counts before the channel's", () => {
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

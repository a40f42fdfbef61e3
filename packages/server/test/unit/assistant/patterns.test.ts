import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePatterns, findPatternProblem } from '../../../src/domain/assistant/matching/patterns.ts'

const keepOn = () => false
const lengthOf = (pattern: string, text: string) =>
  compilePatterns([{ keywords: [pattern], match: null }], 'regex').find(text, keepOn).found[0]?.length

test('the text is normalised and matching ignores case; the pattern is used as written', () => {
  const cases: [pattern: string, text: string, length: number | undefined][] = [
    ['wi-?fi', 'Where is the WIFI?', 4],
    ['wi-?fi', 'Ｗｉ-Ｆｉ', 5],
    ['^open', 'are you open', undefined],
    ['\\S+@\\S+', 'write to MAI@example.com now', 15],
    ['\\d{3}-\\d{4}', '〒１２３-４５６７', 8],
    ['\\p{Han}{2,}', '営業時間は？', 4],
    ['ガス', 'ｶﾞｽ', 2],
    // A pattern in full-width letters asks for full-width letters, and a normalised text has none.
    ['ｗｉｆｉ', 'wifi', undefined],
    ['é', 'cafe\u0301', 1],
    ['straße', 'STRASSE', undefined],
    ['сколько', 'СКОЛЬКО стоит?', 7],
    ['.*', '🦊', 2],
    ['x*', 'abc', 0],
    ['(?-i)Yes', 'yes', undefined],
  ]
  for (const [pattern, text, length] of cases) assert.equal(lengthOf(pattern, text), length, `${pattern} in ${text}`)
})

test('each rule is found once, by its longest match, and only if its mode is regex', () => {
  const rules = [
    { keywords: ['o', 'open.*', 'closed'], match: null },
    { keywords: ['open'], match: 'keyword' as const },
    { keywords: ['hours'], match: 'regex' as const },
  ]
  const found = (mode: 'regex' | 'exact') => compilePatterns(rules, mode).find('Opening hours?', keepOn).found
  const hours = { rule: 2, by: 'hours', length: 5, score: null }
  assert.deepEqual(found('regex'), [{ rule: 0, by: 'open.*', length: 14, score: null }, hours])
  assert.deepEqual(found('exact'), [hours])
})

test('only the first 5,000 units of a longer message are searched', () => {
  assert.equal(lengthOf('end', `${'x'.repeat(4997)}end`), 3)
  assert.equal(lengthOf('end', `${'x'.repeat(4998)}end`), undefined)
  assert.equal(lengthOf('.*', '\ufdfa'.repeat(5000)), 5000, 'also if normalising makes it longer')
})

test('a pattern that expands to more steps than allowed is refused before it is compiled', () => {
  for (const huge of ['(a{1,100}){1,10}$', '(abcdefghijklmnopqrstuvwxyz){1000}', '\\pL'.repeat(60), '(.{0,50}x){10}']) {
    assert.match(findPatternProblem(huge) ?? '', /^it expands to \d+ steps, and at most 500 are allowed; /, huge)
    assert.deepEqual(compilePatterns([{ keywords: [huge], match: 'regex' }], 'regex').find('aaa', keepOn).found, [])
  }
  for (const fine of ['a'.repeat(200), 'x.{0,200}y', '\\p{Han}{1,100}', `(${'a|'.repeat(98)}b)`]) {
    assert.equal(findPatternProblem(fine), undefined, fine)
  }
})

test('a search can stop after any pattern and continue with the next', () => {
  const seen: string[] = []
  const patterns = compilePatterns([{ keywords: ['a', 'bc', 'c'], match: 'regex' }], 'regex')
  const stop = ({ pattern }: { pattern: string }) => {
    seen.push(pattern)
    return pattern !== 'a'
  }
  assert.deepEqual(patterns.find('abc', stop), { found: [{ rule: 0, by: 'bc', length: 2, score: null }], next: 2 })
  const rest = patterns.find('abc', stop, 2)
  assert.deepEqual(rest, { found: [{ rule: 0, by: 'c', length: 1, score: null }], next: null })
  assert.deepEqual(seen, ['a', 'bc', 'c'])
})

test('the memory that patterns use while matching is counted and bounded', () => {
  const greedy = Array.from({ length: 50 }, (_, index) => `(a|b)*a(a|b){90}[c${index}]`)
  const rules = Array.from({ length: 4 }, () => ({ keywords: greedy, match: 'regex' as const }))
  const one = compilePatterns([{ keywords: greedy.slice(0, 1), match: 'regex' }], 'regex')
  const before = one.sizeBytes()
  const text = Array.from({ length: 400 }, (_, index) => ((index * index) % 7 < 3 ? 'a' : 'b')).join('')
  one.find(text, keepOn)
  assert.ok(one.sizeBytes() > before + 10_000)
  const full = compilePatterns(rules, 'regex')
  full.find(text, keepOn)
  assert.ok(full.sizeBytes() < 100 * 1024 * 1024, `${full.sizeBytes()}`)
})

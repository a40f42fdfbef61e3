import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { readPattern } from '../../../src/domain/assistant/matching/pattern-reader.ts'

test('a problem in a pattern is reported with its position', () => {
  const wrong: [pattern: string, at: number, problem: RegExp][] = [
    ['wi(?=fi)', 2, /"\(\?=" is a lookaround/],
    ['(?!not)', 0, /"\(\?!" is a lookaround/],
    ['a(?<=b)', 1, /"\(\?<=" is a lookaround/],
    ['a(?<!b)', 1, /"\(\?<!" is a lookaround/],
    ['(?>a)', 0, /"\(\?>" is not supported/],
    ['(a)x\\1', 4, /"\\1" is a backreference/],
    ['(?<n>a)\\k<n>', 7, /"\\k" is a backreference/],
    ['(?P=n)', 0, /kind of group/],
    ['a|(b', 2, /"\(" is never closed/],
    ['a)', 1, /"\)" has no matching/],
    ['*a', 0, /nothing before "\*"/],
    ['a|?', 2, /nothing before "\?"/],
    ['a**', 2, /cannot be repeated directly/],
    ['a{2}{3}', 4, /cannot be repeated directly/],
    ['x[a-', 1, /"\[" is never closed/],
    ['[]', 0, /"\[" is never closed/],
    ['[z-a]', 1, /range ends before it begins/],
    ['[[:vowel:]]', 1, /no class of this name/],
    ['\\p{Klingon}', 0, /no class of this name/],
    ['ab\\', 2, /nothing after/],
    ['\\q', 0, /"\\q" has no meaning/],
    ['\\営', 0, /"\\営" has no meaning/],
    ['a{1001}', 1, /too often/],
    ['a{3,2}', 1, /ends before it begins/],
    ['((a{10}){10}){11}', 13, /nested repetitions come to more than 1000/],
    ['(?P<n>a)(?<n>b)', 8, /"n" is already used/],
  ]
  for (const [pattern, at, problem] of wrong) {
    const reading = readPattern(pattern)
    assert.ok('problem' in reading, pattern)
    assert.equal(reading.at, at, pattern)
    assert.match(reading.problem, problem)
  }
})

test('a brace that is not a count is a literal character', () => {
  for (const pattern of ['{name}', 'a{,2}', 'a{', '{1', 'a{01}']) assert.ok('size' in readPattern(pattern), pattern)
})

const pieces = [
  ...['a', 'b', '営', '🦊', '.', '^', '$', '|', '-', ',', ':', '0', '\n', '\ud83e', 'P', '<', '=', '!'],
  ...['(', ')', '()', '(?:', '(?i)', '(?i', '(?-i:', '(?i-s)', '(?-)', '(?P<n>', '(?<m>', '(?=', '(?<!', '(?'],
  ...[
    '*',
    '+',
    '?',
    '{',
    '}',
    '{2}',
    '{2,}',
    '{0}',
    '{0,3}',
    '{3,2}',
    '{01}',
    '{,2}',
    '{1001}',
    '{1,20}',
    '{99999999999}',
  ],
  ...['[', ']', '[^', 'a-z', 'z-a', '[:alpha:]', '[:^digit:]', '[:foo:]', '[:', '\\]', '\\-'],
  ...['\\', '\\d', '\\W', '\\b', '\\A', '\\z', '\\C', '\\n', '\\_', '\\ ', '\\営', '\\k', '\\Q', '\\E'],
  ...['\\p{Han}', '\\pL', '\\p{^L}', '\\p', '\\P{Foo}', '\\x', '\\x{41}', '\\x4', '\\x{110000}'],
  ...['\\0', '\\1', '\\8', '\\01', '\\12', '\\777'],
]
const patterns = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 15 }),
)

test('a pattern is valid exactly if the library accepts it, and its program is no larger than announced', () => {
  fc.assert(
    fc.property(patterns, (pattern) => {
      const reading = readPattern(pattern)
      const size = librarySize(pattern)
      assert.equal('size' in reading, size !== undefined, JSON.stringify(reading))
      if ('size' in reading && size !== undefined) assert.ok(size <= reading.size, `${size} > ${reading.size}`)
    }),
    { numRuns: 5_000 },
  )
})

function librarySize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize()
  } catch {
    return undefined
  }
}

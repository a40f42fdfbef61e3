import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readQuery } from '../../../server/src/domain/search/read-query.ts'
import { splitQuery, withExcluded, withOperator } from '../../src/search/query/query-text.ts'

const queries = [
  '',
  '   ',
  'keys boathouse',
  'keys　boathouse',
  '"see you at nine" -car -"a long word"',
  '“curly quotes” „low quotes“',
  '"not finished',
  'from:Mika from:"Mika Sato" -from:Tom',
  'FROM:Mika Type:image',
  'from：美香 鍵',
  'type:image -type:file has:link -has:link',
  'after:2026-03-01 before:2026-04-01 -before:2026-05-01',
  'from: keys',
  'unknown:word http://inn.example/x?y=z',
  '- -- --x a-b -',
  'abc"def" "a""b"',
  '鍵 －車',
  'type:"image"',
]

describe('a search that is typed', () => {
  // The service decides what is found, so the controls must understand the same.
  for (const q of queries) {
    it(`is read as by the service: ${q || '(empty)'}`, () => {
      const parts = splitQuery(q)
      const texts = (operator: string | undefined, isExcluded: boolean) =>
        parts.filter((part) => part.operator === operator && part.isExcluded === isExcluded).map(({ text }) => text)
      const { words, without, from, notFrom, before, after, types, hasLink } = readQuery(q)
      assert.deepEqual(
        { words, without, from, notFrom, types: types.length, before, after, hasLink: hasLink !== undefined },
        {
          words: texts(undefined, false),
          without: texts(undefined, true),
          from: texts('from', false),
          notFrom: texts('from', true),
          types: texts('type', false).length,
          before: texts('before', false)[0],
          after: texts('after', false)[0],
          hasLink: [...texts('has', false), ...texts('has', true)].length > 0,
        },
      )
    })
  }

  it('keeps every part as it was typed', () => {
    const q = 'keys -car from:"Mika Sato" “to the”'
    assert.equal(
      splitQuery(q)
        .map(({ written }) => written)
        .join(' '),
      q,
    )
  })
})

describe('a control', () => {
  const changes: [name: string, q: string, value: string, written: string][] = [
    ['adds its operator at the end', 'keys boathouse', 'Mika', 'keys boathouse from:Mika'],
    ['writes into an empty field', '', 'Mika', 'from:Mika'],
    ['quotes a value with spaces', 'keys', 'Mika Sato', 'keys from:"Mika Sato"'],
    ['replaces its operator where it is', 'from:Tom keys', 'Mika', 'from:Mika keys'],
    ['replaces all of its operators', 'from:Tom keys from:Ana', 'Mika', 'from:Mika keys'],
    ['leaves excluded ones alone', '-from:Tom keys', 'Mika', '-from:Tom keys from:Mika'],
    ['removes its operator', 'keys from:"Mika Sato" boathouse', '', 'keys boathouse'],
    ['changes nothing if there is nothing to remove', 'keys', '', 'keys'],
  ]
  for (const [name, q, value, written] of changes) {
    it(name, () => assert.equal(withOperator(q, 'from', value), written))
  }

  it('writes excluded words, and reads them back', () => {
    const q = withExcluded('keys -old', ['car', 'to the', 'a:b', '-x', 'say "hi"'])
    assert.equal(q, 'keys -car -"to the" -"a:b" -"-x" -"say  hi"')
    const excluded = splitQuery(q).filter(({ isExcluded }) => isExcluded)
    assert.deepEqual(
      excluded.map(({ text }) => text),
      ['car', 'to the', 'a:b', '-x', 'say  hi'],
    )
    assert.equal(withExcluded(q, []), 'keys')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { planIndexQuery } from '../../../src/domain/search/index-query.ts'
import { prepareSearch } from '../../../src/domain/search/match-search.ts'
import { foldText, readSearchWord } from '../../../src/domain/search/search-words.ts'
import { termsOf } from '../../../src/domain/search/terms.ts'
import { findNaively } from '../../support/content/naive-search.ts'
import { corpus } from '../../support/content/search.ts'

const find = (text: string, q: string) => readSearchWord(q).find(foldText(text))?.highlights ?? []
const partsOf = (text: string, q: string) => find(text, q).map(({ start, length }) => text.slice(start, start + length))

describe('words are found', () => {
  for (const [text, q, parts] of [
    ['Meet MEET meet', 'mEEt', ['Meet', 'MEET', 'meet']],
    ['Straße und STRASSE', 'strasse', ['Straße', 'STRASSE']],
    ['ＡＢＣ abc', 'abc', ['ＡＢＣ', 'abc']],
    ['ﾊﾟｰﾃｨｰ', 'パーティー', ['ﾊﾟｰﾃｨｰ']],
    ['ガラス カ\u3099ラス', 'ガラス', ['ガラス', 'カ\u3099ラス']],
    ['café cafe\u0301', 'CAFÉ', ['café', 'cafe\u0301']],
    ['ｶﾞｽ', 'カ\u3099ス', ['ｶﾞｽ']],
    ['𝐁𝐨𝐥𝐝', 'bold', ['𝐁𝐨𝐥𝐝']],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', ['ΣΊΣΥΦΟΣ']],
    ['two  spaces', 'o  s', ['o  s']],
    ['aaaa', 'aa', ['aa', 'aa']],
  ] as const) {
    test(`${q} in ${text}`, () => assert.deepEqual(partsOf(text, q), parts))
  }
})

describe('words are not found', () => {
  for (const [text, q, why] of [
    ['いが', 'いか', 'が is one character, and か is not part of it'],
    ['한국', '하', 'a syllable is not part of another'],
    ['two spaces', 'two  spaces', 'a space counts'],
    ['ﬁne', 'f', 'half a ligature is not a match'],
    ['x½y', 'x1', 'half a fraction is not a match'],
  ] as const) {
    test(`${q} in ${text}: ${why}`, () => assert.deepEqual(find(text, q), []))
  }
})

test('every part of a text is found where it is, and nothing else, as in a naive search', () => {
  for (const text of corpus) {
    const characters = [...text]
    for (let first = 0; first < characters.length; first++) {
      for (let last = first + 1; last <= characters.length; last++) {
        const q = characters.slice(first, last).join('')
        const found = find(text, q)
        assert.ok(found.length > 0, `${q} in ${text}`)
        if (last - first <= 2) assert.deepEqual(found, findNaively(text, q), `${q} in ${text}`)
      }
    }
  }
})

test('the same holds for any text', () => {
  const signs = fc.oneof(
    fc.constantFrom(...'aAbBßſσςΣがか゛ｶﾞﾞカ\u3099가ㄱ각é\u0301\u0323e½ﬁ1⁄2'),
    fc.constantFrom('🇯', '🇵', '👩', '\u200d', '𝐀', '\u0345', 'ᾳ'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const text = fc.array(signs, { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.array(signs, { minLength: 1, maxLength: 3 }), (where, what) => {
      const q = what.join('')
      assert.deepEqual(find(where, q), findNaively(where, q))
    }),
    { numRuns: 500 },
  )
})

test('a text has all the terms of its parts, and none of another channel', () => {
  for (const text of corpus) {
    const terms = new Set(termsOf(7, ['other', text]).split(' '))
    const characters = [...text]
    for (let first = 0; first < characters.length; first++) {
      const q = `"${characters.slice(first, first + 9).join('')}"`
      for (const term of planIndexQuery(prepareSearch({ q }), [], 7).all) assert.ok(terms.has(term), text)
      for (const term of planIndexQuery(prepareSearch({ q }), [], 71).all) assert.ok(!terms.has(term), text)
    }
  }
})

test('terms are words of letters and digits, and no term spans two texts of a message', () => {
  for (const term of termsOf(35 ** 4, corpus).split(' ')) assert.match(term, /^[0-9a-z]{8,}$/)
  assert.equal(termsOf(1, ['ab', 'cd', 'abab']).split(' ').length, 3)
  assert.equal(termsOf(1, ['a', '']), '')
})

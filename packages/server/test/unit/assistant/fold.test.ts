import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, foldKeyword } from '../../../src/domain/assistant/matching/fold.ts'
import { foldText, inside } from '../../../src/domain/assistant/matching/folded-text.ts'
import { isNaiveEdge, mixedText } from './naive.ts'

const alike: [what: string, ...texts: string[]][] = [
  ['case', 'Opening HOURS', 'opening hours', 'OPENING HOURS'],
  ['full-width letters and digits', 'ＷｉＦｉ１２', 'wifi12'],
  ['the wide space', '営業　時間', '営業 時間'],
  ['half-width kana', 'ﾗｰﾒﾝ', 'ラーメン'],
  ['half-width kana with a separate mark', 'ｶﾞｷﾞ', 'ガギ', 'カ\u3099キ\u3099'],
  ['a separate accent', 'cafe\u0301', 'café', 'CAFÉ'],
  ['sharp s', 'Straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['sigma at the end of a word', 'ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['the four Turkish i letters', 'İSTANBUL', 'istanbul', 'ISTANBUL', 'ıstanbul'],
  ['ligatures', 'ﬁnal', 'final'],
  ['circled digits', '①', '1'],
  ['mathematical letters', '𝐀𝐁', 'ab'],
  ['Deseret letters, beyond 16 bits', '\u{10400}', '\u{10428}'],
  ['decomposed Hangul', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['Thai am', 'น้ำ', 'น้\u0e4d\u0e32'],
  ['Thai marks in the wrong order', 'ท\u0e48\u0e38', 'ท\u0e38\u0e48'],
  ['an emoji with and without its variation selector', '❤\ufe0f', '❤'],
  ['invisible characters', 'ope\u00adning\u200b', 'opening'],
]

test('texts that look or mean the same compare as equal', () => {
  for (const [what, first, ...others] of alike)
    for (const other of others) assert.equal(fold(other), fold(first as string), what)
})

const different: [string, string][] = [
  ['か', 'が'],
  ['ソ', 'ン'],
  ['e', 'é'],
  ['ひ', 'ヒ'],
  ['國', '国'],
  ['a b', 'a  b'],
  ['👩', '👩\u200d💻'],
]

test('texts that mean different things stay different', () => {
  for (const [one, other] of different) assert.notEqual(fold(one), fold(other), `${one} and ${other}`)
})

test('folding a folded text changes nothing, for every character', () => {
  for (const character of everyCharacter()) {
    const folded = fold(character)
    if (fold(folded) !== folded) assert.fail(`U+${character.codePointAt(0)?.toString(16)} changes when folded again`)
  }
  fc.assert(fc.property(mixedText, (text) => fold(fold(text)) === fold(text)))
})

test('a keyword loses the spaces around it, and a blank keyword becomes empty', () => {
  const cases: [string, string][] = [
    ['  Hi ', 'hi'],
    ['\u3000時間\u3000', '時間'],
    ['', ''],
    [' \t\n', ''],
    ['\u200b', ''],
    [' \u00ad ', ''],
    ['\u3164', ''],
    ['opening  hours', 'opening  hours'],
  ]
  for (const [keyword, folded] of cases) assert.equal(foldKeyword(keyword), folded, JSON.stringify(keyword))
})

test('table-based folding gives the same result and the same word edges', () => {
  const check = (text: string) => {
    const folded = fold(text)
    const { units, length } = foldText(text)
    assert.equal(length, folded.length, JSON.stringify(text))
    for (let at = 0; at < length; at++) {
      const unit = units[at] as number
      const isSame = (unit & 0xffff) === folded.charCodeAt(at) && unit < inside === isNaiveEdge(folded, at)
      if (!isSame) assert.fail(`${JSON.stringify(text)} at ${at}`)
    }
  }
  for (const character of everyCharacter()) check(`a${character}b`)
  // A dot above, and a mark below that is sorted before it.
  for (const text of ['İ\u0e38', 'i\u0307\u0e38', 'i\u0307\u0301', 'İ\u0323']) check(text)
  fc.assert(fc.property(mixedText, check), { numRuns: 2000 })
})

test('a text that grows a lot while it is folded is folded completely', () => {
  for (const text of ['ﷺ'.repeat(5000), '…'.repeat(5000), 'É'.repeat(20_000), 'a'.repeat(8193)]) {
    const { units, length } = foldText(text)
    assert.deepEqual(
      Array.from(units.subarray(0, length), (unit) => unit & 0xffff),
      unitsOf(fold(text)),
    )
  }
})

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** Ideographs and Hangul are more than half of all characters, so only some of them are used. */
function* everyCharacter(): Generator<string> {
  const isOneOfMany = (codePoint: number) =>
    (codePoint > 0x3400 && codePoint < 0xa000) || (codePoint > 0xac00 && codePoint < 0xd700) || codePoint > 0x12000
  for (
    let codePoint = 0;
    codePoint < 0x110000;
    codePoint += isOneOfMany(codePoint) && codePoint >> 12 !== 0x1f ? 61 : 1
  )
    yield String.fromCodePoint(codePoint)
}

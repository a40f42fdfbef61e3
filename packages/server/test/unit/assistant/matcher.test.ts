import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AnsweringRule, type Found, standardRule } from '../../../src/domain/assistant/answering/assistant.ts'
import { fold, foldKeyword } from '../../../src/domain/assistant/matching/fold.ts'
import { compileMatcher } from '../../../src/domain/assistant/matching/matcher.ts'
import { findNaively, wordsAndText } from './naive.ts'

const rule = (keywords: string[], more: Partial<AnsweringRule> = {}): AnsweringRule => ({
  ...standardRule,
  id: 'rule',
  question: '?',
  answer: '!',
  keywords,
  ...more,
})

const holds = (text: string, keyword: string) => compileMatcher([rule([keyword])], 'keyword').find(text).length > 0

const held: [keyword: string, ...texts: string[]][] = [
  [
    'hi',
    'hi',
    'Hi!',
    'oh, HI there',
    '「hi」',
    'hiは',
    'はhi',
    'สวัสดีhi',
    'hi한글',
    'hiー',
    "hi's",
    'hi_there',
    'hi-fi',
  ],
  ['10', '10', '10時', '第10回', '１０時', '⑩', '10.5', 'at 10', '๑10'],
  ['c++', 'c++', 'c++!', 'c++11', 'C＋＋', '(c++)'],
  ['+1', '+1', 'x+1', '+1!'],
  ['.net', 'asp.net', '.NET'],
  ['opening hours', 'Opening hours?', 'opening　hours', 'our opening\u00a0hours'],
  ['時間', '営業時間は', '時間', 'jikan時間jikan'],
  ['ラーメン', 'ﾗｰﾒﾝ食べたい', 'とんこつラーメン大好き'],
  ['メン', 'ラーメン'],
  ['안녕', '안녕하세요'],
  ['ราคา', 'ขอราคาหน่อย', 'ราคาเท่าไหร่'],
  ['น้ำ', 'ขอน้ำเปล่า'],
  ['é', 'é', 'e\u0301', 'É!'],
  ['straße', 'STRASSE 5', 'Strasse'],
  ['οδος', 'ΟΔΟΣ', 'η οδός'.normalize('NFD').replace('\u0301', '')],
  ['istanbul', 'İstanbul', 'ISTANBUL', 'ıstanbul'],
  ['𐐀', '𐐨', 'a 𐐀 b'],
  ['👍', '👍', 'ok👍', '👍👍', '👍🏽'],
  ['❤', '❤️', 'i❤️you'],
  ['🇹🇼', '🇯🇵🇹🇼', '🇹🇼!'],
  ['?', 'what?', '？'],
  ['\u200b hi', 'oh hi'],
  ['´', '´', 'x´'],
]

test('a keyword is found as a whole word in scripts with spaces between words, and anywhere in others', () => {
  for (const [keyword, ...texts] of held)
    for (const text of texts) assert.ok(holds(text, keyword), `${JSON.stringify(text)} should hold ${keyword}`)
})

const notHeld: [keyword: string, ...texts: string[]][] = [
  ['hi', 'this', 'hit', 'shi', 'hi5', '5hi', 'ohi', 'hié', 'hi\u0301', 'ghi', 'Ꮧhi', '𐐀hi'],
  ['10', '2010', '100', '10am', 'v10', '１００'],
  ['c++', 'xc++', 'c+', 'c'],
  ['opening hours', 'opening  hours', 'opening\nhours', 'reopening hours', 'opening hourses'],
  ['e', 'e\u0301', 'x\u0301e', 'e\u0323\u0301', 'q\u0301e'],
  ['か', 'が', 'か\u3099', 'ｶﾞ', 'か\u309a'],
  ['x', 'x\u0301', 'x\u0301y'],
  ['дом', 'домой'],
  ['क', 'कि', 'की'],
  ['𐐀', '𐐀𐐀', 'a𐐀'],
  ['👩', '👩\u200d💻', '👨\u200d👩\u200d👧'],
  ['💻', '👩\u200d💻'],
  ['🇵🇹', '🇯🇵🇹🇼'],
  ['1', '1\ufe0f\u20e3'],
  ['🏴', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['\ude00', '😀'],
  ['\ud83d', '😀'],
  ['straße', 'straßen'],
]

test('a keyword is not found within a word, or in part of what people see as one character', () => {
  for (const [keyword, ...texts] of notHeld)
    for (const text of texts) assert.ok(!holds(text, keyword), `${JSON.stringify(text)} should not hold ${keyword}`)
})

test('a keyword that is blank after folding is never found', () => {
  for (const keyword of ['', ' ', '\u3000', '\u200b', '\u00ad \ufe0f', '\u3164'])
    for (const match of ['keyword', 'exact'] as const)
      for (const text of ['', ' ', 'a b', keyword, '\u200b'])
        assert.deepEqual(
          compileMatcher([rule([keyword], { match })], 'keyword').find(text),
          [],
          JSON.stringify(keyword),
        )
})

test('in exact mode the message must be the keyword, apart from case, width and surrounding spaces', () => {
  const find = (text: string) => compileMatcher([rule(['Hi there', '予約', '´'])], 'exact').find(text).length
  for (const text of ['hi there', ' HI THERE\n', 'Ｈi　there', '予約', '´ ']) assert.equal(find(text), 1, text)
  for (const text of ['hi there!', 'oh hi there', 'hi  there', '予約したい', 'hi', ''])
    assert.equal(find(text), 0, text)
})

test('a rule is found once, by its longest keyword as it was written', () => {
  const rules = [rule(['Bus', 'Night BUS', 'night']), rule(['train']), rule(['the night bus'])]
  const found = compileMatcher(rules, 'keyword').find('the night bus or a bus')
  assert.deepEqual(byRule(found), [
    { rule: 0, by: 'Night BUS', length: 9, score: null },
    { rule: 2, by: 'the night bus', length: 13, score: null },
  ])
})

test('a match in one message has no effect on the next', () => {
  const matcher = compileMatcher([rule(['a']), rule(['b']), rule(['c'])], 'keyword')
  const rulesIn = (text: string) => byRule(matcher.find(text)).map((found) => found.rule)
  for (let round = 0; round < 3; round++)
    for (const [text, rules] of [
      ['b a', [0, 1]],
      ['c', [2]],
      ['a c', [0, 2]],
      ['', []],
      ['b', [1]],
    ] as const)
      assert.deepEqual(rulesIn(text), rules, text)
})

test('the matcher finds what searching for each keyword alone finds, in all scripts and both modes', () => {
  const modes = fc.array(fc.constantFrom(null, 'keyword' as const, 'exact' as const, 'regex' as const, 'ai' as const))
  fc.assert(
    fc.property(wordsAndText, modes, fc.constantFrom('keyword' as const, 'exact' as const), (drawn, matches, mode) => {
      const rules = drawn.words.map((word, index) =>
        rule([word, ...drawn.words.slice(index + 1, index + 3)], { match: matches[index] ?? null }),
      )
      // The words themselves too, so that the exact mode has something to find.
      for (const text of [drawn.text, ...drawn.words.slice(0, 2)])
        assertSame(byRule(compileMatcher(rules, mode).find(text)), findRulesNaively(rules, mode, text))
    }),
    { numRuns: 2000 },
  )
})

test('the matcher of a small channel takes a few kilobytes, and one with ten thousand keywords a few megabytes', () => {
  const keywords = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      rule([`ร้าน${index}เปิด`, `営業時間${index}は`, `opening hours ${index}`]),
    )
  assert.ok(compileMatcher(keywords(20), 'keyword').sizeBytes < 20 * 1024)
  assert.ok(compileMatcher(keywords(3334), 'keyword').sizeBytes < 4 * 1024 * 1024)
})

const byRule = (found: Found[]) => [...found].sort((a, b) => a.rule - b.rule)

type Naive = { rule: number; length: number; by: string[] }

/** Any of several keywords with the same length can be the reported one. */
function assertSame(found: Found[], naive: Naive[]): void {
  const numbers = (list: { rule: number; length: number }[]) => list.map(({ rule: number, length }) => [number, length])
  assert.deepEqual(numbers(found), numbers(naive))
  for (const [index, { by }] of found.entries()) assert.ok(naive[index]?.by.includes(by), by)
}

function findRulesNaively(rules: AnsweringRule[], channelMode: 'keyword' | 'exact', text: string): Naive[] {
  const folded = fold(text.trim())
  return rules.flatMap(({ keywords, match }, number): Naive[] => {
    const mode = match ?? channelMode
    if (mode !== 'keyword' && mode !== 'exact') return []
    const there = keywords.filter((keyword) => {
      const word = foldKeyword(keyword)
      return mode === 'exact' ? word !== '' && word === folded : findNaively(folded, word).length > 0
    })
    if (there.length === 0) return []
    const length = Math.max(...there.map((keyword) => foldKeyword(keyword).length))
    return [{ rule: number, length, by: there.filter((keyword) => foldKeyword(keyword).length === length) }]
  })
}

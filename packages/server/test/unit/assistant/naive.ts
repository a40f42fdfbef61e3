import fc from 'fast-check'

const extending = /^[[\p{M}&&\p{Script=Inherited}]\u200d\u{e0020}-\u{e007f}]/v
const spaced =
  '[\\p{L}\\p{N}\\p{M}]--[\\p{Script=Inherited}\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Yiii}\\p{scx=Tang}\\p{scx=Nshu}\\p{scx=Talu}\\p{scx=Tale}\\p{scx=Lana}\\p{scx=Tavt}\\p{scx=Java}\\p{scx=Bali}]'
const wordBefore = new RegExp(`[${spaced}][[\\p{M}&&\\p{Script=Inherited}]\\u200d\\u{e0020}-\\u{e007f}]*$`, 'v')
const wordAfter = new RegExp(`^[${spaced}]`, 'v')

/** Whether a keyword can begin or end here, checked from scratch at each position: slow but simple. */
export function isNaiveEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true
  const before = text.slice(0, at)
  const after = text.slice(at)
  if (/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after)) return false
  if (extending.test(after) || before.endsWith('\u200d')) return false
  const flags = /\p{RI}*$/u.exec(before)?.[0] ?? ''
  if (flags.length % 4 === 2 && /^\p{RI}/u.test(after)) return false
  return !(wordBefore.test(before) && wordAfter.test(after))
}

/** Where a word stands alone in a text, both folded, by checking every position. */
export function findNaively(text: string, word: string): number[] {
  const starts: number[] = []
  if (word === '') return starts
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isNaiveEdge(text, at) && isNaiveEdge(text, at + word.length)) starts.push(at)
  return starts
}

/** Few characters of each kind, so that words often overlap, repeat and contain each other. */
const alphabets = [
  ...['ab', 'aA b', 'hi ', 'σςΣ', 'ıİiI', 'ßs', 'дД '],
  ...['あい', 'アｱﾞ', 'か\u3099が', 'ー日', '時間', '한\u1112\u1161', 'ㄅˇ'],
  ...['กา', 'ท\u0e48\u0e38\u0e33', 'ກາ', 'कि'],
  ...['12', '１2', '①½', '_-', '+c', "'’", '.… '],
  ...['e\u0301\u0323', 'é\u0308', '\u200b\u00ad\ufe0f', '\u200d'],
  ...['😀👍🏽', '👩\u200d💻', '🇯🇵🇹', '1\u20e3', '𝐀𐐀𐐨', '🏴\u{e0067}\u{e007f}'],
  ...['\ud83d', '\ude00', '\u{16d67}\u{16d63}', 'ﷺ', '\uffff'],
].map((characters) => [...characters])

const oneAlphabet = fc.constantFrom(...alphabets)

/** Characters of up to three of the alphabets, mixed. */
const mixedCharacters = fc.array(oneAlphabet, { minLength: 1, maxLength: 3 }).map((chosen) => chosen.flat())

export const mixedText: fc.Arbitrary<string> = mixedCharacters.chain((characters) => writtenIn(characters, 30))

/** Words and a text in the same few characters. */
export const wordsAndText: fc.Arbitrary<{ words: string[]; text: string }> = mixedCharacters.chain((characters) =>
  fc.record({
    words: fc.array(writtenIn(characters, 5), { maxLength: 12 }),
    text: writtenIn(characters, 40),
  }),
)

function writtenIn(characters: string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { maxLength }).map((chosen) => chosen.join(''))
}

/** Scripts that are written without spaces between words: there a keyword may stand anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const letterOrDigit = /[\p{L}\p{N}\p{M}_]/u

const unknown = 0
const inWord = 1
const outside = 2
/** By code unit, filled as characters are met: the expressions are too slow for every character of every message. */
const kinds = new Uint8Array(65536)

/** Whether a UTF-16 unit is part of a word that has edges. Halves of a pair count with what most of them are: signs. */
export function isWordUnit(unit: number): boolean {
  const known = kinds[unit]
  if (known !== unknown) return known === inWord
  const character = String.fromCharCode(unit)
  const kind = letterOrDigit.test(character) && !unspaced.test(character) ? inWord : outside
  kinds[unit] = kind
  return kind === inWord
}

/** Whether a keyword found here stands alone, as far as it has to. */
export function standsAlone(text: string, start: number, end: number): boolean {
  if (start > 0 && isWordUnit(text.charCodeAt(start)) && isWordUnit(text.charCodeAt(start - 1))) return false
  return !(end < text.length && isWordUnit(text.charCodeAt(end - 1)) && isWordUnit(text.charCodeAt(end)))
}

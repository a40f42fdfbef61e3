import type { FoldedText } from './fold-search.ts'

// A looser form of folded text, in which accents don't matter: é is e, and أ is ا. It is what the index contains. Marks that make
// another letter are kept: dakuten (か and が), Thai vowels and tones, Indic signs, and й and ї in Cyrillic.

const kept = 0
/** Stripped, unless it follows a Cyrillic letter. */
const accent = 1
/** Hebrew points, Arabic harakat and the tatweel. */
const point = 2
const letter = 3

const kinds = new Uint8Array(0x10000)
for (const [kind, first, last] of [
  [accent, 0x300, 0x36f],
  [point, 0x591, 0x5bd],
  [point, 0x5bf, 0x5bf],
  [point, 0x5c1, 0x5c2],
  [point, 0x5c4, 0x5c5],
  [point, 0x5c7, 0x5c7],
  [point, 0x610, 0x61a],
  [point, 0x640, 0x640],
  [point, 0x64b, 0x65f],
  [point, 0x670, 0x670],
  [point, 0x6d6, 0x6dc],
  [point, 0x6df, 0x6e8],
  [point, 0x6ea, 0x6ed],
] as const) {
  kinds.fill(kind, first, last + 1)
}

/** Letters that Unicode doesn't decompose, and what people type instead. */
const letters = new Map<number, string>(
  Object.entries({ ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe' }).map(([from, to]) => [
    from.charCodeAt(0),
    to,
  ]),
)
for (const unit of letters.keys()) kinds[unit] = letter

/** The same object if there is nothing to strip, as in most texts. */
export function loosen(folded: FoldedText): FoldedText {
  const { units, origins, length } = folded
  if (!hasLoose(units)) return folded
  let loose = ''
  const from: number[] = []
  let base = 0
  /** Where a character starts whose first units were stripped. */
  let stripped = -1
  for (let at = 0; at < units.length; at++) {
    const unit = units.charCodeAt(at)
    const origin = origins ? (origins[at] as number) : at
    if (origin >= 0) stripped = -1
    const kind = kinds[unit] as number
    if (kind !== kept && kind !== letter && isStripped(unit, kind, base)) {
      if (origin >= 0) stripped = origin
      continue
    }
    if (kind !== accent) base = unit
    const piece = kind === letter ? (letters.get(unit) ?? '') : units.charAt(at)
    from.push(origin >= 0 ? origin : stripped)
    stripped = -1
    for (let inside = 1; inside < piece.length; inside++) from.push(-1)
    loose += piece
  }
  return { units: loose, origins: from, length }
}

/** The same for `length` units of an array. Returns the length of the result, which is in `into`: at most twice as long. */
export function loosenInto(units: Uint16Array, length: number, into: Uint16Array): number {
  let end = 0
  let base = 0
  for (let at = 0; at < length; at++) {
    const unit = units[at] as number
    const kind = kinds[unit] as number
    if (kind === kept) {
      base = unit
      into[end++] = unit
    } else if (kind === letter) {
      base = unit
      const piece = letters.get(unit) ?? ''
      for (let inside = 0; inside < piece.length; inside++) into[end++] = piece.charCodeAt(inside)
    } else if (!isStripped(unit, kind, base)) into[end++] = unit
  }
  return end
}

function hasLoose(units: string): boolean {
  for (let at = 0; at < units.length; at++) if (kinds[units.charCodeAt(at)] !== kept) return true
  return false
}

const grave = 0x300
const acute = 0x301
const diaeresis = 0x308
const cyrillicE = 0x435

/** Of a Cyrillic letter only the stress and the dots of ё. */
function isStripped(unit: number, kind: number, base: number): boolean {
  if (kind === point || base < 0x400 || base > 0x52f) return true
  return unit === grave || unit === acute || (unit === diaeresis && base === cyrillicE)
}

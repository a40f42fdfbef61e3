import { fold } from './fold.ts'
import { kindOf, kinds, walkEdges } from './word-edge.ts'

/** A text as the automaton reads it: its folded UTF-16 units, each with `inside` if no keyword may start or end there. */
export type FoldedText = { units: Int32Array; length: number }

/** Never part of a folded text, because it is invisible: the soft hyphen. */
export const noUnit = 0xad

const room = 8192
const units = new Int32Array(room)
/** One buffer for all texts, so that a message costs no memory: its contents are valid until the next text is folded. */
const shared: FoldedText = { units, length: 0 }

/**
 * The same as `fold`, several times as fast for what people mostly write: characters that fold independently are looked up in a
 * table. The first one that may affect its neighbours (an accent, a kana mark, a joined emoji) passes the whole text to `fold`.
 */
export function foldText(text: string): FoldedText {
  if (text.length > room) return foldWhole(text)
  let length = 0
  let wasWord = 0
  for (let index = 0; index < text.length; index++) {
    const entry = table[text.charCodeAt(index)] as number
    if (entry < marks) {
      units[length++] = (entry & 0xffff) | (entry & wasWord & word)
      wasWord = entry
    } else if (entry < special) {
      if (!isInOrder(text, index)) return foldWhole(text)
      units[length++] = entry & 0xffff
      wasWord = 0
    } else {
      const piece = entry >= firstPiece ? pieces[entry - firstPiece] : foldSpecial(text, index)
      if (!piece || length + piece.length + text.length - index > room) return foldWhole(text)
      for (let at = 0; at < piece.length; at++) {
        const unit = piece[at] as number
        units[length++] = (unit & 0xffff) | (((unit & wasWord) | (unit >> 1)) & word)
        wasWord = unit
      }
      if (piece === pair) index++
    }
  }
  shared.length = length
  return shared
}

function foldWhole(text: string): FoldedText {
  const folded = fold(text)
  const into = folded.length > room ? { units: new Int32Array(folded.length), length: 0 } : shared
  let length = 0
  walkEdges(folded, (unit, isEdge) => {
    into.units[length++] = isEdge ? unit : unit | inside
  })
  into.length = length
  return into
}

// An entry of the table: the folded unit in 16 bits; whether it is part of a word with edges (the same bit as `inside`, so
// that two of them side by side make one); or that it is a Thai mark, and its rank; or that one entry isn't enough.
const word = 0x10000
export const inside = word
const secondHalf = 0x20000
const marks = 0x40000
const rankShift = 20
const special = 0x1000000
const touching = special
const unmet = special + 1
const firstHalf = special + 2
const firstPiece = special + 16

const table = new Int32Array(0x10000).fill(unmet)
const pieces: Int32Array[] = []
const pair = new Int32Array(2)

/** What the character at this position folds to; undefined if that depends on its neighbours. */
function foldSpecial(text: string, index: number): Int32Array | undefined {
  const unit = text.charCodeAt(index)
  if (table[unit] === unmet) table[unit] = describe(unit)
  const entry = table[unit] as number
  if (entry === touching) return undefined
  if (entry === firstHalf) return foldPair(text.codePointAt(index) as number)
  if (entry >= firstPiece) return pieces[entry - firstPiece]
  // It was just added to the table.
  return entry < marks ? Int32Array.of(entry) : undefined
}

function describe(unit: number): number {
  if (unit >= 0xd800 && unit < 0xdc00) return firstHalf
  const rank = rankOfThaiMark(unit)
  if (rank !== undefined) return rank === 0 ? unit : unit | marks | (rank << rankShift)
  const folded = foldAlone(String.fromCharCode(unit))
  if (folded === undefined) return touching
  const entries = Int32Array.from(folded, (character) => {
    const there = character.charCodeAt(0)
    return kindOf(there) === kinds.word ? there | word : there
  })
  if (entries.length === 1) return entries[0] as number
  pieces.push(entries)
  return firstPiece + pieces.length - 1
}

/** Undefined if a character may compose with, be reordered with, or form one sign with its neighbours. */
function foldAlone(character: string): string | undefined {
  const folded = fold(character)
  const isTouching = /[[\p{M}--\u0e4d]\p{RI}\p{Surrogate}\u{10000}-\u{10ffff}\u1100-\u11ff\u200d]/v.test(folded)
  return isTouching || fold(character + character) !== folded + folded ? undefined : folded
}

/** Thai marks never compose, and are reordered only if a lower rank follows a higher one, which is a typing error. */
function rankOfThaiMark(unit: number): 0 | 1 | 2 | 3 | undefined {
  if (unit === 0x0e3a) return 1
  if (unit === 0x0e38 || unit === 0x0e39) return 2
  if (unit >= 0x0e48 && unit <= 0x0e4b) return 3
  return unit === 0x0e31 || (unit >= 0x0e34 && unit <= 0x0e37) || (unit >= 0x0e47 && unit <= 0x0e4e) ? 0 : undefined
}

function isInOrder(text: string, index: number): boolean {
  if (index === 0) return true
  const before = table[text.charCodeAt(index - 1)] as number
  if (before < marks) return true
  return before < special && before >> rankShift <= (table[text.charCodeAt(index)] as number) >> rankShift
}

/** Surrogate pairs that fold to themselves, such as most emoji; in blocks of a thousand, created when first needed. */
const selfSame: (Uint8Array | undefined)[] = []

function foldPair(codePoint: number): Int32Array | undefined {
  // Half a pair.
  if (codePoint < 0x10000) return undefined
  const block = selfSame[codePoint >> 10] ?? describePairs(codePoint >> 10)
  if (block[codePoint & 1023] === 0) return undefined
  const isWord = kindOf(codePoint) === kinds.word ? word : 0
  const offset = codePoint - 0x10000
  pair[0] = (0xd800 + (offset >> 10)) | isWord
  pair[1] = (0xdc00 + (offset & 1023)) | isWord | secondHalf
  return pair
}

function describePairs(number: number): Uint8Array {
  const block = new Uint8Array(1024)
  for (let index = 0; index < block.length; index++) {
    const character = String.fromCodePoint(number * 1024 + index)
    const isTouching = /[\p{M}\p{RI}\p{Default_Ignorable_Code_Point}]/u.test(character)
    const doubled = character + character
    block[index] = !isTouching && fold(doubled) === doubled ? 1 : 0
  }
  selfSame[number] = block
  return block
}

/**
 * A text in its searchable form: upper and lower case, full and half width, composed and decomposed letters are the same. Every
 * character is folded independently, so the folded form of a part of a text is always a part of the folded text. The price:
 * several marks on one letter are compared in the order they were typed.
 */
export type FoldedText = {
  units: string
  /** For each folded unit, where the character it came from starts; -1 inside one. Undefined: each is where it was. */
  origins: number[] | undefined
  /** Of the text as it was, in UTF-16 units. */
  length: number
}

export function foldForSearch(text: string): FoldedText {
  const units = foldUnits(text)
  return units === undefined ? foldPieces(text) : { units, origins: undefined, length: text.length }
}

let scratch = new Uint16Array(1024)
let scratchBytes = Buffer.from(scratch.buffer)

/**
 * The folded text if every character keeps its number of units, as in most texts: in one piece, because a string that grows is slow
 * to search.
 */
function foldUnits(text: string): string | undefined {
  const { length } = text
  if (length > scratch.length) {
    scratch = new Uint16Array(2 * length)
    scratchBytes = Buffer.from(scratch.buffer)
  }
  let isChanged = false
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    const single = singles[unit] || learnSingle(unit)
    if (single === 0) {
      const second = text.charCodeAt(index + 1)
      if (!isUnchangedPair(unit, second)) return undefined
      scratch[index++] = unit
      scratch[index] = second
      continue
    }
    if (single !== unit) isChanged = true
    scratch[index] = single
  }
  return isChanged ? scratchBytes.toString('utf16le', 0, 2 * length) : text
}

function foldPieces(text: string): FoldedText {
  let units = ''
  let origins: number[] | undefined
  for (let index = 0; index < text.length; ) {
    const unit = text.charCodeAt(index)
    const isPair = unit >= 0xd800 && unit < 0xdc00 && isSecondHalf(text.charCodeAt(index + 1))
    const size = isPair ? 2 : 1
    const piece = isPair ? foldCharacter(text.slice(index, index + 2)) : (pieces[unit] ?? learn(unit))
    if (piece.length !== size) origins ??= Array.from({ length: units.length }, (_, at) => at)
    if (origins) {
      origins.push(index)
      for (let inside = 1; inside < piece.length; inside++) origins.push(-1)
    }
    units += piece
    index += size
  }
  return { units, origins, length: text.length }
}

/** The same without origins, as numbers; into a larger array if this one is too small. */
export function foldInto(text: string, into: Uint16Array): { into: Uint16Array; length: number } {
  let target = into
  let length = 0
  for (let index = 0; index < text.length; ) {
    const unit = text.charCodeAt(index)
    const single = singles[unit] as number
    if (single > 0) {
      if (length === target.length) target = enlarge(target)
      target[length++] = single
      index++
      continue
    }
    const isPair = unit >= 0xd800 && unit < 0xdc00 && isSecondHalf(text.charCodeAt(index + 1))
    const piece = isPair ? foldCharacter(text.slice(index, index + 2)) : (pieces[unit] ?? learn(unit))
    while (length + piece.length > target.length) target = enlarge(target)
    for (let at = 0; at < piece.length; at++) target[length++] = piece.charCodeAt(at)
    index += isPair ? 2 : 1
  }
  return { into: target, length }
}

function enlarge(array: Uint16Array): Uint16Array {
  const larger = new Uint16Array(2 * array.length)
  larger.set(array)
  return larger
}

/** What a character of the basic plane folds to, filled on first use. */
const pieces: (string | undefined)[] = new Array(0x10000)
/** Those that are one unit, except halves of a pair; 0: not filled yet, or more than one. */
const singles = new Uint16Array(0x10000)

function learn(unit: number): string {
  const piece = foldCharacter(String.fromCharCode(unit))
  pieces[unit] = piece
  if (piece.length === 1 && (unit < 0xd800 || unit > 0xdfff)) singles[unit] = piece.charCodeAt(0)
  return piece
}

/** 0: it folds to more than one, or is half of a pair. */
function learnSingle(unit: number): number {
  if (pieces[unit] === undefined) learn(unit)
  return singles[unit] as number
}

/** Of the plane with emoji, whether a character folds to itself. */
const unknown = 0
const unchanged = 1
const changed = 2
const pairs = new Uint8Array(0x10000)

function isUnchangedPair(first: number, second: number): boolean {
  if (first < 0xd800 || first > 0xdbff || !isSecondHalf(second)) return false
  const at = (first - 0xd800) * 0x400 + second - 0xdc00
  if (at >= pairs.length) return false
  if (pairs[at] === unknown) {
    const character = String.fromCharCode(first, second)
    pairs[at] = foldCharacter(character) === character ? unchanged : changed
  }
  return pairs[at] === unchanged
}

/** By way of upper case, which unifies what lower case alone leaves different (ß and ss); ẞ has to be lower case for that. */
function foldCharacter(character: string): string {
  const folded = character.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase()
  return folded.normalize('NFKD').replaceAll('ς', 'σ')
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

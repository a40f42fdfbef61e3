import * as folded from './folded-text.ts'
import * as layout from './trie.ts'
import { kindOf, kinds } from './word-edge.ts'

// Copies, because the engine looks an imported constant up at every use, and these are used for every letter of every message.
const { inside, noUnit } = folded
const { hasEnd, isCrowded, lengthBits, noWord, root, rowShift } = layout

/** Finds all of many words in one pass over a text (Aho and Corasick, 1975), where they aren't part of other words. */
export type Automaton = layout.Trie & {
  /** Where to go on when a state has no child for a unit. */
  fallback: Int32Array
  /** The nearest state on that path at which a word ends; the root if there is none. */
  report: Int32Array
  lengthOf: Uint16Array
  sizeBytes: number
}

/** The words must be folded; empty ones occur nowhere. */
export function buildAutomaton(words: readonly string[]): Automaton {
  const { trie, states, parents } = layout.buildTrie(words)
  const { unitOf, rows, endOfWord } = trie
  const fallback = new Int32Array(unitOf.length)
  const report = new Int32Array(unitOf.length)
  for (let at = 0; at < states.length; at++) {
    const state = states[at] as number
    const parent = parents[at] as number
    const unit = unitOf[state] as number
    const isInWord = isWordUnit(unit) && isWordUnit(unitOf[parent] as number)
    let back = parent
    let next = root
    while (back !== root && next === root) {
      back = fallback[back] as number
      // No other word can start within a word, so there is nothing to continue.
      if (back !== root || !isInWord) next = step(rows, unitOf, back, unit)
    }
    fallback[state] = next
    report[state] = endOfWord[next] === noWord ? (report[next] as number) : next
    if (endOfWord[state] !== noWord || report[state] !== root) rows[state] = (rows[state] as number) | hasEnd
  }
  const lengthOf = Uint16Array.from(words, ({ length }) => length)
  const arrays = [...Object.values(trie), fallback, report, lengthOf]
  const sizeBytes = arrays.reduce((sum, { byteLength }) => sum + byteLength + arrayBytes, 0)
  return { ...trie, fallback, report, lengthOf, sizeBytes }
}

/** Overhead of an array. */
const arrayBytes = 200

/** The child of a state for a unit, or the root if there is none. */
function step(rows: Int32Array, unitOf: Uint16Array, state: number, unit: number): number {
  const row = rows[state] as number
  const at = (row >> rowShift) + (unit & ((1 << (row & lengthBits)) - 1))
  if (unitOf[at] === unit) return at
  return (row & isCrowded) === 0 ? root : stepOn(unitOf, row, unit)
}

function stepOn(unitOf: Uint16Array, row: number, unit: number): number {
  const begin = row >> rowShift
  const mask = (1 << (row & lengthBits)) - 1
  for (let at = unit & mask; unitOf[begin + at] !== noUnit; at = (at + 1) & mask)
    if (unitOf[begin + at] === unit) return begin + at
  return root
}

type Tell = (word: number, start: number, end: number) => void

/** Calls back for every occurrence that isn't part of another word. */
export function scan(automaton: Automaton, text: folded.FoldedText, tell: Tell): void {
  const { rows, unitOf, fallback } = automaton
  const { units, length } = text
  let state = root
  for (let index = 0; index < length; index++) {
    const unit = units[index] as number
    let next = root
    while (state !== root) {
      next = step(rows, unitOf, state, unit & 0xffff)
      if (next !== root) break
      state = fallback[state] as number
    }
    if (next === root) {
      // Positions where no keyword can start are skipped: most letters of most words.
      if (unit >= inside) continue
      next = step(rows, unitOf, root, unit)
      if (next === root) continue
    }
    state = next
    if (((rows[state] as number) & hasEnd) !== 0) tellEnds(automaton, text, state, index + 1, tell)
  }
}

/** A separate function without a closure: creating one in the loop would cost more than everything else there. */
function tellEnds(
  automaton: Automaton,
  { units, length }: folded.FoldedText,
  state: number,
  end: number,
  tell: Tell,
): void {
  if (end < length && (units[end] as number) >= inside) return
  const { endOfWord, nextWord, report, lengthOf } = automaton
  let at = endOfWord[state] === noWord ? (report[state] as number) : state
  for (; at !== root; at = report[at] as number) {
    for (let word = endOfWord[at] as number; word !== noWord; word = nextWord[word] as number) {
      const start = end - (lengthOf[word] as number)
      if ((units[start] as number) < inside) tell(word, start, end)
    }
  }
}

/** Halves of surrogate pairs don't count as part of a word: that only means looking where nothing will be found. */
function isWordUnit(unit: number): boolean {
  return kindOf(unit) === kinds.word
}

import { noUnit } from './folded-text.ts'

/**
 * Words by their prefixes, on flat arrays. A state is an index into these arrays, and its children are in a row of their own,
 * each at the index given by the last bits of its unit: a step is one array access. Rows are laid out level by level, so that
 * those in constant use are close together.
 */
export type Trie = {
  /** The unit that leads to a state; `noUnit` if a slot is empty. */
  unitOf: Uint16Array
  /** Where the row of a state's children starts, its length (a power of two), and the flags below. */
  rows: Int32Array
  /** A word that ends here, or `noWord`; and for each word the next one that ends in the same state: words may come twice. */
  endOfWord: Int32Array
  nextWord: Int32Array
}

export const root = 0
export const noWord = -1

// A row in 31 bits: its beginning in 24, two flags, and 5 bits for its length.
export const rowShift = 7
/** A word ends here, or at a state on its fallback path. */
export const hasEnd = 64
/** Two children have the same slot, so some are in later slots. */
export const isCrowded = 32
export const lengthBits = 31
const mostPlaces = 2 ** (31 - rowShift)

/** A trie, and what is needed only while the automaton is built from it. */
export type Growth = {
  trie: Trie
  /** All states but the root, by depth; and of each the parent. */
  states: Int32Array
  parents: Int32Array
}

type Places = { unitOf: number[]; rows: number[]; endOfWord: number[] }

export function buildTrie(words: readonly string[]): Growth {
  const order = words.map((_, word) => word).filter((word) => words[word] !== '')
  order.sort((a, b) => ((words[a] as string) < (words[b] as string) ? -1 : words[a] === words[b] ? 0 : 1))
  const sorted = order.map((word) => words[word] as string)
  const places: Places = { unitOf: [noUnit], rows: [0], endOfWord: [noWord] }
  const nextWord = new Int32Array(words.length).fill(noWord)
  // A state is a run of words with the same prefix, a range in the sorted list.
  const most = sorted.reduce((sum, { length }) => sum + length, 1)
  const runs = {
    state: new Int32Array(most),
    parent: new Int32Array(most),
    from: new Int32Array(most),
    to: new Int32Array(most),
  }
  const depthOf = new Uint16Array(most)
  runs.to[0] = sorted.length
  let count = 1
  const units: number[] = []
  for (let run = 0; run < count; run++) {
    const state = runs.state[run] as number
    const depth = depthOf[run] as number
    const to = runs.to[run] as number
    let at = runs.from[run] as number
    for (; at < to && (sorted[at] as string).length === depth; at++) {
      nextWord[order[at] as number] = places.endOfWord[state] as number
      places.endOfWord[state] = order[at] as number
    }
    const firstChild = count
    units.length = 0
    for (; at < to; count++) {
      const unit = (sorted[at] as string).charCodeAt(depth)
      runs.from[count] = at
      while (at < to && (sorted[at] as string).charCodeAt(depth) === unit) at++
      runs.to[count] = at
      runs.parent[count] = state
      depthOf[count] = depth + 1
      units.push(unit)
    }
    const row = layRow(places, state, units)
    for (const [index, place] of row.entries()) runs.state[firstChild + index] = place
  }
  const { unitOf, rows, endOfWord } = places
  if (unitOf.length > mostPlaces) throw new RangeError(`Keywords of more than ${mostPlaces} characters in one channel`)
  const trie = {
    unitOf: new Uint16Array(unitOf),
    rows: new Int32Array(rows),
    endOfWord: new Int32Array(endOfWord),
    nextWord,
  }
  return { trie, states: runs.state.subarray(1, count), parents: runs.parent.subarray(1, count) }
}

/** Allocates slots for the children of a state, and returns the slot of each. Without children, the row is the root's slot. */
function layRow({ unitOf, rows, endOfWord }: Places, state: number, units: number[]): number[] {
  if (units.length === 0) return []
  const { bits, crowded } = measureRow(units, state === root)
  const begin = unitOf.length
  const mask = 2 ** bits - 1
  for (let place = 0; place <= mask; place++) {
    unitOf.push(noUnit)
    rows.push(0)
    endOfWord.push(noWord)
  }
  rows[state] = begin * 2 ** rowShift + crowded + bits
  return units.map((unit) => {
    let at = unit & mask
    while (unitOf[begin + at] !== noUnit) at = (at + 1) & mask
    unitOf[begin + at] = unit
    return begin + at
  })
}

/** The shortest row in which each child has its own slot; if that would be long, one that stays half empty. */
function measureRow(units: number[], isRoot: boolean): { bits: number; crowded: number } {
  if (units.length === 1) return { bits: 0, crowded: 0 }
  const least = Math.ceil(Math.log2(units.length))
  for (let bits = least; bits <= least + 2; bits++) {
    const mask = 2 ** bits - 1
    if (new Set(units.map((unit) => unit & mask)).size === units.length) return { bits, crowded: 0 }
  }
  // Every other step starts at the root: there a longer row is worth its memory.
  return { bits: least + (isRoot ? 3 : 1), crowded: isCrowded }
}

/** Finds all of many words in one pass over a text (Aho and Corasick, 1975), on flat arrays. */
export type Automaton = {
  /** Calls for every occurrence, with the number of the word and where it ends. Empty words occur nowhere. */
  scan(text: string, found: (word: number, end: number) => void): void
  /** About how much memory it takes. */
  sizeBytes: number
}

const none = -1
const root = 0

/**
 * States are numbered level by level, so the children of one stand side by side, in the order of their units: a step looks at
 * a few neighbours in memory, and the number of words hardly matters.
 */
export function buildAutomaton(words: readonly string[]): Automaton {
  const trie = buildTrie(words)
  const { unitOf, firstChild, endOfWord } = trie
  const find = (state: number, unit: number): number => {
    let low = firstChild[state] as number
    let high = (firstChild[state + 1] as number) - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const there = unitOf[middle] as number
      if (there === unit) return middle
      if (there < unit) low = middle + 1
      else high = middle - 1
    }
    return none
  }
  const findAtRoot = createRootTable(trie)
  const { fallback, report } = buildFallbacks(trie, find, findAtRoot)
  const { sizeBytes } = findAtRoot
  return {
    sizeBytes: sizeBytes + unitOf.length * 2 + firstChild.length * 16 + words.length * 4,
    scan(text, found) {
      let state = root
      for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index)
        let next = state === root ? none : find(state, unit)
        while (next === none && state !== root) {
          state = fallback[state] as number
          if (state !== root) next = find(state, unit)
        }
        state = next === none ? findAtRoot(unit) : next
        if (state === root) continue
        let at = endOfWord[state] === none ? (report[state] as number) : state
        for (; at !== none; at = report[at] as number) {
          for (let word = endOfWord[at] as number; word !== none; word = trie.nextWord[word] as number)
            found(word, index + 1)
        }
      }
    },
  }
}

type Trie = {
  unitOf: Uint16Array
  parentOf: Int32Array
  /** One more than there are states: where the children of the next one begin, those of this one end. */
  firstChild: Int32Array
  /** A word that ends here, and for each word the next that ends in the same state: words may come twice. */
  endOfWord: Int32Array
  nextWord: Int32Array
}

/** From the sorted words: a state is a run of words that begin alike. */
function buildTrie(words: readonly string[]): Trie {
  const order = words.map((_, word) => word).filter((word) => words[word] !== '')
  order.sort((a, b) => ((words[a] as string) < (words[b] as string) ? -1 : words[a] === words[b] ? 0 : 1))
  const most = words.reduce((sum, word) => sum + word.length, 1)
  const trie = {
    unitOf: new Uint16Array(most),
    parentOf: new Int32Array(most),
    firstChild: new Int32Array(most + 1),
    endOfWord: new Int32Array(most).fill(none),
    nextWord: new Int32Array(words.length).fill(none),
  }
  const runs = { from: new Int32Array(most), to: new Int32Array(most), depth: new Uint16Array(most) }
  runs.to[root] = order.length
  let states = 1
  for (let state = 0; state < states; state++) {
    const depth = runs.depth[state] as number
    const to = runs.to[state] as number
    trie.firstChild[state] = states
    let at = runs.from[state] as number
    for (; at < to && (words[order[at] as number] as string).length === depth; at++) {
      const word = order[at] as number
      trie.nextWord[word] = trie.endOfWord[state] as number
      trie.endOfWord[state] = word
    }
    while (at < to) {
      const unit = (words[order[at] as number] as string).charCodeAt(depth)
      runs.from[states] = at
      while (at < to && (words[order[at] as number] as string).charCodeAt(depth) === unit) at++
      runs.to[states] = at
      runs.depth[states] = depth + 1
      trie.unitOf[states] = unit
      trie.parentOf[states] = state
      states++
    }
  }
  trie.firstChild[states] = states
  return {
    unitOf: trie.unitOf.slice(0, states),
    parentOf: trie.parentOf.slice(0, states),
    firstChild: trie.firstChild.slice(0, states + 1),
    endOfWord: trie.endOfWord.slice(0, states),
    nextWord: trie.nextWord,
  }
}

/** Most steps begin at the root: there the next state is found without a search, in pages of the units that occur. */
function createRootTable({ unitOf, firstChild }: Trie): ((unit: number) => number) & { sizeBytes: number } {
  const pages: (Int32Array | undefined)[] = Array.from({ length: 256 })
  for (let child = firstChild[root] as number; child < (firstChild[root + 1] as number); child++) {
    const unit = unitOf[child] as number
    const page = pages[unit >> 8] ?? new Int32Array(256)
    pages[unit >> 8] = page
    page[unit & 255] = child
  }
  const find = (unit: number) => pages[unit >> 8]?.[unit & 255] ?? root
  return Object.assign(find, { sizeBytes: 256 * 8 + pages.filter(Boolean).length * 1024 })
}

/** Where to go on when a state has no child for a unit; and the nearest state on that way at which a word ends. */
function buildFallbacks(
  { unitOf, parentOf, endOfWord }: Trie,
  find: (state: number, unit: number) => number,
  findAtRoot: (unit: number) => number,
): { fallback: Int32Array; report: Int32Array } {
  const fallback = new Int32Array(unitOf.length)
  const report = new Int32Array(unitOf.length).fill(none)
  for (let state = 1; state < unitOf.length; state++) {
    const unit = unitOf[state] as number
    let back = parentOf[state] as number
    let next = root
    while (back !== root && next === root) {
      back = fallback[back] as number
      next = back === root ? findAtRoot(unit) : Math.max(find(back, unit), root)
    }
    fallback[state] = next
    report[state] = endOfWord[next] === none ? (report[next] as number) : next
  }
  return { fallback, report }
}

import { type FoldedText, foldForSearch } from './fold-search.ts'
import { loosen } from './loose-fold.ts'

/** A word or phrase to search for. */
export type SearchWord = {
  find(text: SearchableText): FoundWord | undefined
  /** Its folded units, of which every text that contains it has all pairs in the index. */
  units: string
}

/** A text, folded once for all words. */
export type SearchableText = { exact: FoldedText; loose: FoldedText }

/** `isExact`: with the accents as typed. */
export type FoundWord = { highlights: Highlight[]; isExact: boolean }

/** In UTF-16 units. */
export type Highlight = { start: number; length: number }

export function foldText(text: string): SearchableText {
  const exact = foldForSearch(text)
  return { exact, loose: loosen(exact) }
}

export function readSearchWord(typed: string): SearchWord {
  const { exact, loose } = foldText(typed)
  const isPlain = loose === exact
  return {
    units: loose.units,
    find(text) {
      // A mark alone is looked for as it is.
      const highlights = loose.units === '' ? findAll(text.exact, exact.units) : findAll(text.loose, loose.units)
      if (!highlights) return undefined
      if (isPlain && text.loose === text.exact) return { highlights, isExact: true }
      const places = new Set(findAll(text.exact, exact.units)?.map(nameOf))
      return { highlights, isExact: highlights.some((one) => places.has(nameOf(one))) }
    },
  }
}

/** In order, those that overlap as one. */
export function joinHighlights(all: Highlight[]): Highlight[] {
  if (all.length < 2) return all
  const joined: Highlight[] = []
  for (const one of all.toSorted((a, b) => a.start - b.start || b.length - a.length)) {
    const last = joined.at(-1)
    if (!last || one.start >= last.start + last.length) joined.push({ ...one })
    else last.length = Math.max(last.length, one.start + one.length - last.start)
  }
  return joined
}

function nameOf({ start, length }: Highlight): string {
  return `${start} ${length}`
}

/**
 * Every occurrence, in order; of two that overlap, the first. Undefined if there is none. A part of a sign doesn't count: か is
 * not in が, which is one sign.
 */
function findAll({ units, origins, length }: FoldedText, wanted: string): Highlight[] | undefined {
  let found: Highlight[] | undefined
  for (let at = units.indexOf(wanted); at >= 0; ) {
    const next = at + wanted.length
    const start = originOf(at)
    const end = originOf(next)
    const isWhole = start >= 0 && end >= 0
    if (isWhole) {
      const one = { start, length: end - start }
      if (found) found.push(one)
      else found = [one]
    }
    at = units.indexOf(wanted, isWhole ? next : at + 1)
  }
  return found

  function originOf(at: number): number {
    if (!origins) return at
    return at === units.length ? length : (origins[at] as number)
  }
}

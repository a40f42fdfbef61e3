import { type FoldedText, foldForSearch } from './fold-search.ts'
import { encodeTerm } from './terms.ts'

/** The text to search for, including spaces. */
export type SearchWords = {
  find(text: string): Highlight[]
  /** Terms that every message of this channel with these words has in the index; none if the words are too short for it. */
  terms(channelNo: number): string[]
}

/** In UTF-16 units. */
export type Highlight = { start: number; length: number }

export function readSearchWords(q: string): SearchWords {
  const { units } = foldForSearch(q)
  return {
    find: (text) => findAll(foldForSearch(text), units),
    terms: (channelNo) => pickPairs([...pairsOf(units)]).map((pair) => encodeTerm(channelNo, pair)),
  }
}

/**
 * Every occurrence, in order; of two that overlap, the first. A part of a sign doesn't count: か is not in が, which is one
 * sign.
 */
function findAll({ units, origins, length }: FoldedText, wanted: string): Highlight[] {
  const found: Highlight[] = []
  const originOf = (at: number) => (at === units.length ? length : origins ? (origins[at] as number) : at)
  for (let at = units.indexOf(wanted); at >= 0; ) {
    const start = originOf(at)
    const end = originOf(at + wanted.length)
    const isWhole = start >= 0 && end >= 0
    if (isWhole) found.push({ start, length: end - start })
    at = units.indexOf(wanted, isWhole ? at + wanted.length : at + 1)
  }
  return found
}

function pairsOf(units: string): Set<number> {
  const pairs = new Set<number>()
  for (let at = 1; at < units.length; at++) pairs.add(units.charCodeAt(at - 1) * 0x10000 + units.charCodeAt(at))
  return pairs
}

/**
 * Each additional term costs another pass through the index, and fewer let more messages through that don't contain the words.
 * Measured on English, Japanese, Chinese and Thai, for queries of 2 to 60 characters.
 */
const mostTerms = 8

/** From all parts of the words, because many messages start alike; of each part the rarest. */
function pickPairs(pairs: number[]): number[] {
  if (pairs.length <= mostTerms) return pairs
  return Array.from({ length: mostTerms }, (_, part) => {
    const from = Math.floor((part * pairs.length) / mostTerms)
    const to = Math.floor(((part + 1) * pairs.length) / mostTerms)
    return pairs.slice(from, to).reduce((one, other) => (rarityOf(other) > rarityOf(one) ? other : one))
  })
}

/** Latin letters, the most common first. Other scripts have so many characters that none is common. */
const common = ' etaoinsrhldcumfpgwybvkxjqz'

function rarityOf(pair: number): number {
  return rankOf(Math.floor(pair / 0x10000)) + rankOf(pair % 0x10000)
}

function rankOf(unit: number): number {
  const at = common.indexOf(String.fromCharCode(unit))
  return at < 0 ? common.length : at
}

import { type FoldedText, foldForSearch } from './fold-search.ts'

/** What is looked for: a text as it is written, spaces included. */
export type SearchWords = {
  find(text: string): Highlight[]
  /** Terms that every message of this channel with these words has in the index; none where the words are too short for it. */
  terms(channelNo: number): string[]
}

/** In UTF-16 units. */
export type Highlight = { start: number; length: number }

export function readSearchWords(q: string): SearchWords {
  const { units } = foldForSearch(q)
  return {
    find: (text) => findAll(foldForSearch(text), units),
    terms: (channelNo) =>
      rarestFirst(pairsOf([units]))
        .slice(0, mostTerms)
        .map(encodeTerm(channelNo)),
  }
}

/**
 * The terms of a document: each two neighbouring units of its texts as one word of ASCII letters and digits. They begin
 * with the channel, so that what is said elsewhere makes no search slower.
 */
export function termsOf(channelNo: number, texts: readonly string[]): string[] {
  const folded = texts.map((text) => foldForSearch(text).units)
  return Array.from(pairsOf(folded), encodeTerm(channelNo))
}

/**
 * Each term more costs another walk through the index, and fewer let more messages through that do not hold the words, which
 * are looked at in vain. Measured on English, Japanese, Chinese and Thai.
 */
const mostTerms = 5

/** Every place, in order; of two that overlap, the first. Half a character is no place: か is not in が, which is one sign. */
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

function pairsOf(texts: readonly string[]): Set<number> {
  const pairs = new Set<number>()
  for (const units of texts) {
    for (let at = 1; at < units.length; at++) pairs.add(units.charCodeAt(at - 1) * 0x10000 + units.charCodeAt(at))
  }
  return pairs
}

/** A pair has at most seven digits to this base, so that no channel's number runs into one. */
const encodeTerm = (channelNo: number) => {
  const channel = channelNo.toString(36)
  return (pair: number) => channel + pair.toString(36).padStart(7, '0')
}

/** Letters of the Latin script, the commonest first. Others are met in so many kinds that none is common. */
const common = ' etaoinsrhldcumfpgwybvkxjqz'

function rarestFirst(pairs: Set<number>): number[] {
  const rank = (unit: number) => {
    const at = common.indexOf(String.fromCharCode(unit))
    return at < 0 ? common.length : at
  }
  const rarity = (pair: number) => rank(Math.floor(pair / 0x10000)) + rank(pair % 0x10000)
  return [...pairs].sort((one, other) => rarity(other) - rarity(one))
}

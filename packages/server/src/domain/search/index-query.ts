import type { PreparedSearch } from './match-search.ts'
import { foldText, type SearchableText } from './search-words.ts'
import { encodeTerm, flagTerm, isFlag, noTerm, senderTerm } from './terms.ts'

/**
 * What every message that matches has in the index: all of `all`, and of each list in `any` at least one. Other messages may have
 * it too. Both empty: nothing narrows the search, so every message is a candidate.
 */
export type IndexQuery = { all: string[]; any: string[][] }

/** Someone who sent messages that are in the index, and a name that they had then. */
export type SenderName = { userId: string; name: string; folded?: SearchableText }

/** More people than this aren't told apart by the index. */
const mostPeople = 16

export function isUnlimited({ all, any }: IndexQuery): boolean {
  return all.length === 0 && any.length === 0
}

/** Whether `listNames` is needed. */
export function needsNames({ words, senders, isNameEnough }: PreparedSearch): boolean {
  return senders.length > 0 || words.length > 1 || (isNameEnough && words.length > 0)
}

/** `names`: everyone who sent a message that is in the index, under all their names. */
export function planIndexQuery(search: PreparedSearch, names: readonly SenderName[], channelNo: number): IndexQuery {
  const all: number[] = []
  const any: number[][] = []
  for (const test of search.senders) {
    const people = peopleWhere(names, ({ userId, name }) => test({ id: userId, name }))
    if (people.length === 0) all.push(noTerm)
    else if (people.length <= mostPeople) addGroup(people.map(senderTerm))
  }
  const types = [...search.types].filter((type) => type !== 'answer')
  if (types.length === 0) all.push(noTerm)
  else if (types.every(isFlag)) addGroup(types.map(flagTerm))
  if (search.hasLink === true) all.push(flagTerm('link'))
  addWords()
  return { all: all.map(encode), any: any.map((group) => group.map(encode)) }

  function encode(term: number): string {
    return encodeTerm(channelNo, term)
  }

  function addGroup(terms: number[]): void {
    const distinct = [...new Set(terms)]
    if (distinct.length === 1) all.push(...distinct)
    else any.push(distinct)
  }

  function addWords(): void {
    const { words, isNameEnough } = search
    const pairs = words.map(({ units }) => [...pairsOf(units)])
    const mostEach = Math.max(1, Math.floor(mostTerms / Math.max(1, words.length)))
    const countsNames = words.length > 1 || isNameEnough
    const own: number[] = []
    let isOwnSure = isNameEnough
    for (const [at, word] of words.entries()) {
      const some = pickPairs(pairs[at] ?? [], mostEach)
      const people = countsNames ? peopleWhere(names, (one) => word.find(foldedName(one)) !== undefined) : []
      const rarest = some.toSorted((one, other) => rarityOf(other) - rarityOf(one))
      if (people.length === 0) {
        // The index can't tell this one, but it must be in the message itself.
        isOwnSure = true
        all.push(...some.filter((pair) => !all.includes(pair)))
      } else {
        const [first] = rarest
        if (first === undefined) isOwnSure = true
        else own.push(first)
        if (people.length > mostPeople) continue
        for (const pair of rarest.slice(0, 2)) addGroup([pair, ...people.map(senderTerm)])
      }
    }
    // All of them may be a name, and at least one has to be in the message.
    if (!isOwnSure && own.length > 0) addGroup(own)
    all.splice(0, all.length, ...all.slice(0, mostTerms + 4))
  }
}

function foldedName(one: SenderName): SearchableText {
  one.folded ??= foldText(one.name)
  return one.folded
}

function peopleWhere(names: readonly SenderName[], test: (one: SenderName) => boolean): string[] {
  return [...new Set(names.filter(test).map(({ userId }) => userId))]
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
function pickPairs(pairs: number[], most: number): number[] {
  if (pairs.length <= most) return pairs
  return Array.from({ length: most }, (_, part) => {
    const from = Math.floor((part * pairs.length) / most)
    const to = Math.floor(((part + 1) * pairs.length) / most)
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

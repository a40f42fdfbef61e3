import { type SearchCriteria, type SearchHit, searchedTypes } from '@innkeeper/contract'
import { hasLink as containsLink } from '@innkeeper/contract/links'
import { type ReadQuery, readQuery, type SearchedType } from './read-query.ts'
import {
  foldText,
  type Highlight,
  joinHighlights,
  readSearchWord,
  type SearchableText,
  type SearchWord,
} from './search-words.ts'
import { type SearchableMessage, type SearchedText, searchedTexts } from './searched-texts.ts'

/** What matched, as a hit shows it. */
export type Match = Pick<SearchHit, 'field' | 'bubble' | 'highlights' | 'more' | 'exact'> & {
  /** The earlier version that contains the words. */
  version: { at: number; content: string } | null
}

/** A search, ready to be compared with messages. It needs nothing but the message, so a rule for notifications can use it. */
export type PreparedSearch = {
  words: SearchWord[]
  /** The senders that are asked for; each as ways to say it. All of them must apply. */
  senders: SenderTest[]
  types: ReadonlySet<SearchedType>
  hasLink: boolean | undefined
  /** Nothing is asked for. */
  isEmpty: boolean
  /** Whether the sender's name counts for all words, and not only for all but one. */
  isNameEnough: boolean
  /** Days that aren't included, from the query. */
  before: string | undefined
  after: string | undefined
  matchMessage(message: SearchableMessage): Match | undefined
  /** Of what the bot said in one go. */
  matchAnswer(texts: readonly string[]): Match | undefined
}

export type SenderTest = (sender: { id: string; name: string }) => boolean

/** Throws a refusal if the query is nonsense. */
export function prepareSearch(criteria: SearchCriteria): PreparedSearch {
  const query = readQuery(criteria.q ?? '')
  const words = [...new Set(query.words)].map(readSearchWord)
  const without = query.without.map(readSearchWord)
  const senders = sendersOf(query, criteria.sender)
  const strangers = query.notFrom.map(readSender)
  const types = typesOf(query, criteria.type)
  const wantsLink = criteria.hasLink ?? query.hasLink
  const contradicts =
    criteria.hasLink !== undefined && query.hasLink !== undefined && criteria.hasLink !== query.hasLink
  const isNameEnough = wantsLink === true || (types.size === 1 && !types.has('text'))

  const matchTexts = (texts: readonly SearchedText[], sender: string | undefined): Match | undefined => {
    const folded = texts.map(({ text }) => foldText(text))
    if (without.some((word) => folded.some((text) => word.find(text)))) return undefined
    const found: (Highlight[] | undefined)[] = []
    let inName: Highlight[] | undefined
    let name: SearchableText | undefined
    let isExact = true
    let hasOwn = words.length === 0 || isNameEnough
    const countsName = sender !== undefined && (isNameEnough || words.length > 1)
    for (const word of words) {
      let isOwn = false
      let isWordExact = false
      for (const [at, text] of folded.entries()) {
        const place = word.find(text)
        if (!place) continue
        isOwn = true
        if (place.isExact) isWordExact = true
        found[at] = join(found[at], place.highlights)
      }
      if (isOwn) hasOwn = true
      else {
        if (!countsName) return undefined
        name ??= foldText(sender)
        const named = word.find(name)
        if (!named) return undefined
        isWordExact = named.isExact
        inName = join(inName, named.highlights)
      }
      if (!isWordExact) isExact = false
    }
    return hasOwn ? toMatch(texts, found, inName, isExact) : undefined
  }

  return {
    words,
    senders,
    types,
    hasLink: wantsLink,
    isEmpty: Object.keys(criteria).every((name) => name === 'q') && isBlank(query),
    isNameEnough,
    before: query.before,
    after: query.after,
    matchMessage(searched) {
      const { message, versions } = searched
      if (!types.has(message.type) || contradicts) return undefined
      const { sender } = message
      if (!senders.every((test) => test(sender)) || strangers.some((test) => test(sender))) return undefined
      const texts = searchedTexts(message, searched.details)
      if (wantsLink !== undefined && texts.some(({ text }) => containsLink(text)) !== wantsLink) return undefined
      const match = matchTexts(texts, sender.name)
      if (match || words.length === 0) return match
      if (without.some((word) => texts.some(({ text }) => word.find(foldText(text))))) return undefined
      const field = message.type === 'text' ? 'content' : 'caption'
      for (const version of versions.toReversed()) {
        const earlier = matchTexts([{ field, bubble: 0, text: version.content }], sender.name)
        // What only the name says isn't in the version.
        if (earlier?.field === field) return { ...earlier, version }
      }
      return undefined
    },
    matchAnswer(texts) {
      if (!types.has('answer') || senders.length > 0 || contradicts) return undefined
      if (wantsLink !== undefined && texts.some(containsLink) !== wantsLink) return undefined
      return matchTexts(
        texts.map((text, bubble) => ({ field: 'texts', bubble, text })),
        undefined,
      )
    },
  }
}

function isBlank({ words, without, from, notFrom, types, notTypes, hasLink, before, after }: ReadQuery): boolean {
  const lists = [words, without, from, notFrom, types, notTypes]
  return lists.every(({ length }) => length === 0) && [hasLink, before, after].every((one) => one === undefined)
}

/** A type in the query and one chosen beside it must both apply. */
function typesOf({ types, notTypes }: ReadQuery, chosen: SearchedType | undefined): ReadonlySet<SearchedType> {
  const asked = types.length > 0 ? types : searchedTypes
  return new Set(asked.filter((type) => (chosen === undefined || type === chosen) && !notTypes.includes(type)))
}

function sendersOf({ from }: ReadQuery, userId: string | undefined): SenderTest[] {
  const tests: SenderTest[] = []
  if (userId !== undefined) tests.push(({ id }) => id === userId)
  const named = from.map(readSender)
  if (named.length > 0) tests.push((sender) => named.some((test) => test(sender)))
  return tests
}

/** By id, or by a part of the name. */
function readSender(text: string): SenderTest {
  const word = readSearchWord(text)
  return ({ id, name }) => id === text || word.find(foldText(name)) !== undefined
}

function join(some: Highlight[] | undefined, more: Highlight[]): Highlight[] {
  return some ? [...some, ...more] : more
}

function toMatch(
  texts: readonly SearchedText[],
  found: readonly (Highlight[] | undefined)[],
  inName: Highlight[] | undefined,
  exact: boolean,
): Match {
  const parts: Match['more'] = []
  for (const [at, highlights] of found.entries()) {
    const text = texts[at]
    if (highlights && text)
      parts.push({ field: text.field, bubble: text.bubble, highlights: joinHighlights(highlights) })
  }
  if (inName) parts.push({ field: 'sender', bubble: 0, highlights: joinHighlights(inName) })
  const first = parts.shift()
  if (!first) return { field: null, bubble: 0, highlights: [], more: [], exact, version: null }
  return { field: first.field, bubble: first.bubble, highlights: first.highlights, more: parts, exact, version: null }
}

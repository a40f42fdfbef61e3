import type { searchedTypes } from '@innkeeper/contract'
import type { Random } from '@innkeeper/testdata'
import { dayMs, daysBack, type NaiveItem, pieces } from './naive-messages.ts'
import { occursAsTyped, occursNaively } from './naive-search.ts'

// Random searches, and what they find, decided in the simplest way. Written without looking at the service's matching, which is
// compared with it.

type Type = (typeof searchedTypes)[number]

/** A search before it is written as a query. */
export type NaiveSearch = {
  words: string[]
  without: string[]
  from: string[]
  notFrom: string[]
  types: Type[]
  notTypes: Type[]
  hasLink: boolean | undefined
  /** Days. */
  before: string | undefined
  after: string | undefined
}

const senders = ['mika', 'U1', 'jose', '美', 'ณ', 'lukasz', 'Lake', 'nobody']
const types = ['image', 'file', 'text', 'sticker', 'location', 'answer'] as const

export function createSearch(random: Random, end: number): NaiveSearch {
  const dayOf = () => new Date(end - random.below(daysBack + 2) * dayMs).toISOString().slice(0, 10)
  const some = <One>(list: readonly One[], percent: number): One[] =>
    random.chance(percent) ? Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(list)) : []
  const search: NaiveSearch = {
    words: Array.from({ length: random.pick([0, 1, 1, 2, 2, 2, 3, 4]) }, () => createWord(random)),
    without: random.chance(25) ? [createWord(random)] : [],
    from: some(senders, 20),
    notFrom: some(senders, 10),
    types: some(types, 15),
    notTypes: some(types, 10),
    hasLink: random.chance(14) ? random.chance(70) : undefined,
    before: random.chance(12) ? dayOf() : undefined,
    after: random.chance(12) ? dayOf() : undefined,
  }
  const isEmpty = writeSearch(search).trim() === ''
  return isEmpty ? { ...search, words: [random.pick(pieces)] } : search
}

/** A piece, a part of one, or two in a row. */
function createWord(random: Random): string {
  const characters = [...random.pick(pieces)]
  if (random.chance(20)) return `${random.pick(pieces)} ${random.pick(pieces)}`
  if (random.chance(40) && characters.length > 2) {
    const from = random.below(characters.length - 1)
    return characters.slice(from, from + random.between(2, 4)).join('')
  }
  return characters.join('')
}

/** In the query language. */
export function writeSearch(search: NaiveSearch): string {
  const { words, without, from, notFrom, types, notTypes, hasLink, before, after } = search
  const quoted = (text: string) => (/\s/.test(text) ? `"${text}"` : text)
  return [
    ...from.map((name) => `from:${quoted(name)}`),
    ...notFrom.map((name) => `-from:${quoted(name)}`),
    ...words.map(quoted),
    ...without.map((word) => `-${quoted(word)}`),
    ...types.map((type) => `type:${type}`),
    ...notTypes.map((type) => `-type:${type}`),
    ...(hasLink === undefined ? [] : [hasLink ? 'has:link' : '-has:link']),
    ...(before ? [`before:${before}`] : []),
    ...(after ? [`after:${after}`] : []),
  ].join(' ')
}

const allTypes = ['text', 'image', 'video', 'audio', 'file', 'location', 'sticker', 'answer'] as const

/** Undefined if it doesn't match. `exact`: every word occurs with its accents as typed. */
export function matchNaively(item: NaiveItem, search: NaiveSearch): { exact: boolean } | undefined {
  const { words, without, hasLink } = search
  if (!isInDays(item.at, search)) return undefined
  const left = allTypes.filter(
    (type) => (search.types.length === 0 || search.types.includes(type)) && !search.notTypes.includes(type),
  )
  if (!left.includes('texts' in item ? 'answer' : (item.content.type as Type)) || !isFromWanted(item, search)) {
    return undefined
  }
  const texts = textsOf(item)
  if (hasLink !== undefined && hasLink !== texts.some((text) => / (?:https?:|www\.|\w+@)\S+$/i.test(text))) {
    return undefined
  }
  const excludes = (some: string[]) => without.some((word) => some.some((text) => occursNaively(text, word)))
  if (excludes(texts)) return undefined
  const isNarrow = hasLink === true || (left.length === 1 && left[0] !== 'text')
  const name = 'texts' in item ? '' : item.name
  const match = (some: string[], mustBeOwn: boolean): { exact: boolean } | undefined => {
    const ownTexts = (word: string) => some.filter((text) => occursNaively(text, word))
    const own = words.filter((word) => ownTexts(word).length > 0)
    const named = words.filter((word) => !own.includes(word) && occursNaively(name, word))
    if (own.length + named.length < words.length || (mustBeOwn && own.length === 0)) return undefined
    const isExact = (word: string) => [...ownTexts(word), name].some((text) => occursAsTyped(text, word))
    return {
      exact: own.every((word) => ownTexts(word).some((text) => occursAsTyped(text, word))) && named.every(isExact),
    }
  }
  const current = match(texts, words.length > 0 && !isNarrow)
  if (current || 'texts' in item) return current
  // An earlier version has to say something itself.
  for (const one of item.earlier) {
    const earlier = excludes([one]) ? undefined : match([one], true)
    if (earlier) return earlier
  }
  return undefined
}

function isInDays(at: number, { before, after }: NaiveSearch): boolean {
  if (!before && !after) return true
  const day = new Date(at).toISOString().slice(0, 10)
  return (!before || day < before) && (!after || day > after)
}

/** The bot is no one's sender, so nobody's name excludes it. */
function isFromWanted(item: NaiveItem, { from, notFrom }: NaiveSearch): boolean {
  if ('texts' in item) return from.length === 0
  const is = (one: string) => one === item.from || occursNaively(item.name, one)
  return (from.length === 0 || from.some(is)) && !notFrom.some(is)
}

function textsOf(item: NaiveItem): string[] {
  if ('texts' in item) return item.texts
  const { content, details } = item
  switch (content.type) {
    case 'text':
      return [content.text]
    case 'file':
      return [content.fileName, details?.caption ?? '']
    case 'location':
      return [details?.title ?? '', content.address ?? '']
    case 'sticker':
      return [details?.stickerText ?? '']
    case 'image':
    case 'video':
    case 'audio':
      return [details?.caption ?? '']
  }
}

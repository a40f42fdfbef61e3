import { searchedTypes } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'
import { invalid } from '../refusal.ts'

export type SearchedType = (typeof searchedTypes)[number]

/** What a query asks for, in the words it was typed in. */
export type ReadQuery = {
  /** Words and phrases that must occur, and those that must not. */
  words: string[]
  without: string[]
  /** Names or user ids; one of them must be the sender's, and none of the others. */
  from: string[]
  notFrom: string[]
  types: SearchedType[]
  notTypes: SearchedType[]
  hasLink: boolean | undefined
  /** Days of the channel, which aren't included. */
  before: string | undefined
  after: string | undefined
}

type Token = { isExcluded: boolean; operator: string | undefined; text: string }

/** Reads the query language that `docs/contract.md` describes. Nonsense after an operator is refused. */
export function readQuery(q: string): ReadQuery {
  const query: ReadQuery = {
    words: [],
    without: [],
    from: [],
    notFrom: [],
    types: [],
    notTypes: [],
    hasLink: undefined,
    before: undefined,
    after: undefined,
  }
  for (const token of tokensOf(q)) addToken(query, token)
  return query
}

function addToken(query: ReadQuery, { isExcluded, operator, text }: Token): void {
  switch (operator) {
    case undefined:
      ;(isExcluded ? query.without : query.words).push(text)
      break
    case 'from':
      ;(isExcluded ? query.notFrom : query.from).push(text)
      break
    case 'type':
      ;(isExcluded ? query.notTypes : query.types).push(readType(text))
      break
    case 'has':
      if (text.toLowerCase() !== 'link') throw nonsense('has', text, 'only has:link is possible')
      query.hasLink = !isExcluded
      break
    // The narrower of two wins, as all words count.
    case 'before':
      query.before = earlier(query.before, readDay('before', text))
      break
    case 'after':
      query.after = later(query.after, readDay('after', text))
      break
  }
}

const space = /\s+/y
const operatorAt = /(from|type|has|before|after)[:：](?=[^\s])/iy
const quotedAt = /["“”„＂]([^"“”„＂]*)(?:["“”„＂]|$)/y
const plainAt = /\S+/y

function* tokensOf(q: string): Generator<Token> {
  for (let at = 0; ; ) {
    at += take(space, q, at)?.[0].length ?? 0
    if (at >= q.length) return
    // Two in a row, or one alone, are part of a word.
    const isMinus = /[-－](?=[^\s-])/y
    isMinus.lastIndex = at
    const isExcluded = isMinus.test(q)
    if (isExcluded) at++
    const named = take(operatorAt, q, at)
    const operator = named?.[1]?.toLowerCase()
    // A day can't be excluded, so this is a word.
    const isOperator = operator !== undefined && !(isExcluded && (operator === 'before' || operator === 'after'))
    if (isOperator) at += named?.[0].length ?? 0
    const quoted = take(quotedAt, q, at)
    const [whole, text] = quoted ? [quoted[0], quoted[1] ?? ''] : both(take(plainAt, q, at)?.[0] ?? '')
    at += whole.length
    if (text.trim() !== '') yield { isExcluded, operator: isOperator ? operator : undefined, text }
  }
}

const both = (text: string): [string, string] => [text, text]

function take(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** What people call the types. */
const otherNames: Readonly<Record<string, SearchedType>> = {
  photo: 'image',
  picture: 'image',
  voice: 'audio',
  place: 'location',
  bot: 'answer',
}

function readType(text: string): SearchedType {
  const name = text.toLowerCase()
  const type = searchedTypes.find((one) => one === name) ?? otherNames[name]
  if (type === undefined) throw nonsense('type', text, `the types are ${searchedTypes.join(', ')}`)
  return type
}

function readDay(operator: string, text: string): string {
  if (!isDay(text)) throw nonsense(operator, text, `write a day as YYYY-MM-DD, such as ${operator}:2026-03-01`)
  return text
}

function nonsense(operator: string, text: string, allowed: string): Error {
  const asked = `${operator}:${text}`
  return invalid(`q contains ${asked}; ${allowed}. To search for this text, put it in quotes: "${asked}"`)
}

function earlier(one: string | undefined, other: string): string {
  return one !== undefined && one < other ? one : other
}

function later(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other
}

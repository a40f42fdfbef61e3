import type { Criteria } from '../../channel/hits.ts'
import { fold } from '../../ui/fold-text.ts'
import { splitQuery, withOperator } from './query-text.ts'

export type Person = { userId: string; displayName: string }

/** What to write after `from:` for a person: the name, unless others are called the same or the name can't be written in quotes. */
export function nameInQuery(person: Person, people: readonly Person[]): string {
  const name = fold(person.displayName)
  const isAlone = people.every(({ userId, displayName }) => userId === person.userId || fold(displayName) !== name)
  return isAlone && name !== '' && !/["“”„＂]/.test(person.displayName) ? person.displayName : person.userId
}

/** The person that `from:` names, by name or ID. */
export function findPerson(written: string, people: readonly Person[]): Person | undefined {
  const byId = people.find(({ userId }) => userId === written)
  if (byId) return byId
  const called = people.filter(({ displayName }) => fold(displayName) === fold(written))
  return called.length === 1 ? called[0] : undefined
}

/** What is written after `from:`, or undefined if it isn't there, or several times: a message of any of these people is found. */
export function soleSender(q: string): string | undefined {
  const senders = splitQuery(q).filter(({ operator, isExcluded }) => operator === 'from' && !isExcluded)
  return senders.length === 1 ? senders[0]?.text : undefined
}

/** Asks by ID for a member whose name is written out, which also finds what they wrote under earlier names. */
export function findCriteria(q: string, people: readonly Person[]): Criteria {
  const written = soleSender(q)
  const sender = written === undefined ? undefined : findPerson(written, people)
  if (!sender) return { q }
  const rest = withOperator(q, 'from', '')
  return { ...(rest !== '' && { q: rest }), sender: sender.userId }
}

/** People whose name contains all words of a search, those whose name starts with them first. None if it asks for a person. */
export function findNamed<One extends Person>(q: string, people: readonly One[]): One[] {
  const parts = splitQuery(q)
  if (parts.some(({ operator }) => operator === 'from')) return []
  const words = parts.filter(isWord).map(({ text }) => fold(text))
  if (words.length === 0) return []
  const named = people.filter(({ displayName }) => words.every((word) => fold(displayName).includes(word)))
  const isStart = ({ displayName }: One) => fold(displayName).startsWith(words[0] ?? '')
  return [...named.filter(isStart), ...named.filter((one) => !isStart(one))]
}

/** The search with the words as the sender's name: everything that this person wrote. Undefined if there are no words. */
export function asSender(q: string): string | undefined {
  const parts = splitQuery(q)
  const name = parts.filter(isWord).map(({ text }) => text)
  if (name.length === 0 || parts.some(({ operator }) => operator === 'from')) return undefined
  const rest = parts.filter((part) => !isWord(part)).map(({ written }) => written)
  return withOperator(rest.join(' '), 'from', name.join(' '))
}

function isWord({ operator, isExcluded }: ReturnType<typeof splitQuery>[number]): boolean {
  return operator === undefined && !isExcluded
}

import { fold } from '../../ui/fold-text.ts'

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

import type { HistoryFormat, HistoryPerson } from '../../domain/imports/history.ts'
import { keyOfPerson, type PersonChoice } from '../../domain/imports/import-choices.ts'
import type { PeopleQuestion, PreviewedPerson } from '../../domain/imports/import-preview.ts'
import { importedPersonId } from '../../domain/imports/imported-id.ts'
import { inferPeople, type KnownPerson } from '../../domain/imports/infer-people.ts'
import type { FileZone } from '../../domain/imports/infer-zone.ts'
import type { LeftOutRecord } from '../../ports/importing.ts'
import type { HistorySurvey } from './survey-history.ts'

type PeopleKnown = {
  members: readonly KnownPerson[]
  chosen: readonly PersonChoice[]
  zone?: FileZone
  gone: LeftOutRecord
}

/** Who everyone in the file is: as the owner decided, or as it's proposed. */
export function decidePeople(survey: HistorySurvey, { members, chosen, zone, gone }: PeopleKnown): PreviewedPerson[] {
  const found = [...survey.people]
  const inferred = inferPeople({
    // Votes name people by their keys, and names alone aren't unique.
    names: found.map(([key, { person }]) => ({
      name: key,
      ...(person.userId === undefined ? {} : { id: person.userId }),
    })),
    people: members,
    votes: survey.votes.votes(),
    ...(zone === undefined ? {} : { zone }),
  })
  const byName = inferPeople({
    names: found.map(([, { person }]) => ({ name: person.name })),
    people: members,
    votes: [],
  })
  const taken = new Set(inferred.flatMap(({ person }) => person ?? []))
  const choices = new Map(chosen.map((choice) => [keyOfPerson(choice), choice]))
  const people = found.map(([key, { person, messages }], index): PreviewedPerson => {
    const { name, userId } = person
    const texts = inferred[index]
    const named = byName[index]
    const isNamed = texts?.why === 'unknown' && named?.person !== undefined && !taken.has(named.person)
    const proposal = isNamed ? named : texts
    const known = { name, ...(userId === undefined ? {} : { userId }) }
    const proposed: PersonChoice =
      proposal?.person === undefined
        ? { ...known, is: 'outsider' }
        : { ...known, is: 'member', memberId: proposal.person }
    return {
      choice: choices.get(key) ?? proposed,
      messages,
      why: proposal?.why ?? 'unknown',
      isSure: choices.has(key) || (proposal?.isSure ?? false),
      mayBeGone: false,
    }
  })
  const undecided = findUndecided(
    people.map(({ choice }) => choice),
    { chosen, gone },
  )
  return people.map((person) => {
    const { name, userId } = person.choice
    if (!undecided.has(keyOfPerson(person.choice))) return person
    const choice = { name, ...(userId === undefined ? {} : { userId }), is: 'left-out' } as const
    return { ...person, choice, mayBeGone: true }
  })
}

/**
 * Those who can't be matched with anyone here, where they may be someone who was erased or turned off saving. An ID tells that they
 * aren't, if the file has the IDs of the channel's platform. Otherwise the owner has to decide.
 */
export function findUndecided(
  people: readonly PersonChoice[],
  { chosen, gone }: Pick<PeopleKnown, 'chosen' | 'gone'>,
): Set<string> {
  const { hasErased, hasPrivate, erasedUntil, privateSince } = gone
  if (!hasErased && !hasPrivate) return new Set()
  const sharesIds = people.some(
    ({ userId, ...choice }) =>
      userId !== undefined &&
      ((choice.is === 'member' && choice.memberId === userId) || erasedUntil.has(userId) || privateSince.has(userId)),
  )
  const decided = new Set(chosen.map(keyOfPerson))
  const unknown = people.filter(({ is, userId }) => is !== 'member' && (userId === undefined || !sharesIds))
  return new Set(unknown.map(keyOfPerson).filter((key) => !decided.has(key)))
}

/** What the preview asks about them. */
export function askAboutPeople(
  people: readonly PreviewedPerson[],
  { hasErased, hasPrivate }: Pick<LeftOutRecord, 'hasErased' | 'hasPrivate'>,
): PeopleQuestion[] {
  const count = people.filter(({ mayBeGone }) => mayBeGone).length
  if (count === 0) return []
  const because = [...(hasErased ? (['erased'] as const) : []), ...(hasPrivate ? (['private'] as const) : [])]
  return [{ ask: 'people', people: count, because }]
}

/** The people of a file by the IDs that their messages get, and whose messages are left out. */
export function mapPeople(
  choices: readonly PersonChoice[],
  { secret, channelId, format }: { secret: string; channelId: string; format: HistoryFormat },
): { personOf: (person: HistoryPerson) => string; excluded: Set<string>; known: Set<string> } {
  const outsider = ({ name, userId }: { name: string; userId?: string | undefined }) =>
    importedPersonId(secret, channelId, userId === undefined ? { name } : { platform: format, userId })
  const ids = new Map<string, string>()
  const excluded = new Set<string>()
  const known = new Set<string>()
  for (const choice of choices) {
    const id = choice.is === 'member' ? choice.memberId : outsider(choice)
    ids.set(keyOfPerson(choice), id)
    if (choice.is === 'left-out') excluded.add(id)
    if (choice.is === 'member') known.add(id)
  }
  return { personOf: (person) => ids.get(keyOfPerson(person)) ?? outsider(person), excluded, known }
}

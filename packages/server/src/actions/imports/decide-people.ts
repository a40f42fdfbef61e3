import type { HistoryFormat, HistoryPerson } from '../../domain/imports/history.ts'
import { keyOfPerson, type PersonChoice } from '../../domain/imports/import-choices.ts'
import type { PreviewedPerson } from '../../domain/imports/import-preview.ts'
import { importedPersonId } from '../../domain/imports/imported-id.ts'
import { inferPeople, type KnownPerson } from '../../domain/imports/infer-people.ts'
import type { FileZone } from '../../domain/imports/infer-zone.ts'
import type { HistorySurvey } from './survey-history.ts'

/** Who everyone in the file is: as the owner decided, or as it's proposed. */
export function decidePeople(
  survey: HistorySurvey,
  { members, chosen, zone }: { members: readonly KnownPerson[]; chosen: readonly PersonChoice[]; zone?: FileZone },
): PreviewedPerson[] {
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
  return found.map(([key, { person, messages }], index) => {
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
    }
  })
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

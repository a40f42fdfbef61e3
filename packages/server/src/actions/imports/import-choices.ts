import type { ImportChoicesChange } from '@innkeeper/contract'
import {
  decidedChoices,
  type ImportChoices,
  keyOfPerson,
  type PersonChoice,
  type StoredChoices,
} from '../../domain/imports/import-choices.ts'
import { isImportedPerson } from '../../domain/imports/imported-id.ts'
import { invalid } from '../../domain/refusal.ts'

type GivenPerson = NonNullable<ImportChoicesChange['people']>[number]

/** What the owner decided before, with this change. `members`: IDs of people in the channel. */
export function changeChoices(
  before: StoredChoices,
  change: ImportChoicesChange,
  members: ReadonlySet<string>,
): ImportChoices {
  const { zone, dateOrder, chat, anyway, people } = decidedChoices(before)
  const wanted = {
    zone: change.timezone === undefined ? zone : change.timezone && { timezone: change.timezone },
    dateOrder: change.dateOrder === undefined ? dateOrder : change.dateOrder,
    chat: change.chat === undefined ? chat : change.chat,
    anyway: change.anyway ?? anyway,
    people: change.people === undefined ? people : mergePeople(people ?? [], change.people, members),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null),
  ) as ImportChoices
}

function mergePeople(
  before: readonly PersonChoice[],
  given: readonly GivenPerson[],
  members: ReadonlySet<string>,
): PersonChoice[] {
  if (given.length === 0) return []
  const merged = new Map(before.map((choice) => [keyOfPerson(choice), choice]))
  for (const [index, person] of given.entries()) {
    const choice = toChoice(person, `people[${index}]`, members)
    merged.set(keyOfPerson(choice), choice)
  }
  return [...merged.values()]
}

function toChoice(
  { name, sourceId, is, memberId }: GivenPerson,
  where: string,
  members: ReadonlySet<string>,
): PersonChoice {
  const known = { name, ...(typeof sourceId === 'string' ? { userId: sourceId } : {}) }
  if (is !== 'member') {
    if (typeof memberId === 'string') throw invalid(`${where}.memberId only goes with is "member". Leave it out`)
    return { ...known, is }
  }
  if (typeof memberId !== 'string') throw invalid(`${where}.memberId is missing. Set it to the ID of a person here`)
  if (!members.has(memberId) && !isImportedPerson(memberId))
    throw invalid(
      `${where}.memberId must be the ID of a person in this channel, or the sender.id of an imported message`,
    )
  return { ...known, is, memberId }
}

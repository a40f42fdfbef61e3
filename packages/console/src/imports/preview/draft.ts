import type { BodyOf, ImportDetail, Routes } from '@innkeeper/contract'

export type Preview = NonNullable<ImportDetail['preview']>
export type PreviewedDetail = ImportDetail & { preview: Preview }
export type PreviewedPerson = Preview['people'][number]
export type Question = Preview['questions'][number]
export type ChoicesChange = BodyOf<Routes['changeImport']>

/** What someone of the file is, as the value of a field. */
export type PersonValue = 'outsider' | 'left-out' | `member:${string}`

type NamedPerson = Pick<PreviewedPerson, 'name' | 'sourceId'>

/** What the owner changed in the preview, and didn't apply yet. */
export type Draft = {
  timezone?: string
  dateOrder?: 'day-month' | 'month-day'
  chat?: string
  people: ReadonlyMap<string, { person: NamedPerson; value: PersonValue }>
  /** Names that questions ask for, by the beginning of the line. */
  names: ReadonlyMap<string, string>
}

/** What the parts of the preview need to change it. */
export type Editing = { draft: Draft; onChange(draft: Draft): void; isReadOnly: boolean }

export const emptyDraft: Draft = { people: new Map(), names: new Map() }

/** IDs tell people apart, or else names. */
export const keyOf = ({ name, sourceId }: NamedPerson): string =>
  sourceId === null ? `name ${name}` : `id ${sourceId}`

function wordOf({ is, memberId }: Pick<PreviewedPerson, 'is' | 'memberId'>): PersonValue {
  return is === 'member' ? `member:${memberId ?? ''}` : is
}

/** What a field shows: the change, or else what the preview says. */
export const shownValue = ({ people }: Draft, person: PreviewedPerson): PersonValue =>
  people.get(keyOf(person))?.value ?? wordOf(person)

/** Changing a value back to what the preview says doesn't count as a change. */
export function choosePerson(draft: Draft, person: PreviewedPerson, value: PersonValue): Draft {
  const people = new Map(draft.people)
  if (value === wordOf(person)) people.delete(keyOf(person))
  else people.set(keyOf(person), { person, value })
  return { ...draft, people }
}

/** Those who are only left out because they may be someone who was erased, or who turned off saving. */
export const letIn = (draft: Draft, people: readonly PreviewedPerson[]): Draft =>
  people
    .filter(({ mayBeGone }) => mayBeGone)
    .reduce((changed, person) => choosePerson(changed, person, 'outsider'), draft)

export function chooseName({ names, ...draft }: Draft, beginning: string, name: string | undefined): Draft {
  const changed = new Map(names)
  if (name === undefined) changed.delete(beginning)
  else changed.set(beginning, name)
  return { ...draft, names: changed }
}

export const isUnchanged = ({ people, names, ...draft }: Draft): boolean =>
  people.size === 0 && names.size === 0 && Object.values(draft).every((value) => value === undefined)

/** `memberNamed`: the only person here with this name. */
export function toChange(
  { people, names, timezone, dateOrder, chat }: Draft,
  memberNamed: (name: string) => string | undefined,
): ChoicesChange {
  const chosen = [...people.values()].map(({ person, value }) => toChoice(person, value))
  const named = [...new Set(names.values())].map((name) => {
    const memberId = memberNamed(name)
    return toChoice({ name, sourceId: null }, memberId === undefined ? 'outsider' : `member:${memberId}`)
  })
  return {
    ...(timezone !== undefined && { timezone }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(chat !== undefined && { chat }),
    // An empty list would forget every choice.
    ...(chosen.length + named.length > 0 && { people: [...chosen, ...named] }),
  }
}

type Choice = NonNullable<ChoicesChange['people']>[number]

function toChoice({ name, sourceId }: NamedPerson, value: PersonValue): Choice {
  if (value === 'outsider' || value === 'left-out') return { name, sourceId, is: value }
  return { name, sourceId, is: 'member', memberId: value.slice('member:'.length) }
}

/** Those about whom someone should decide come first, and then those who wrote the most. */
export function sortPeople(people: readonly PreviewedPerson[]): PreviewedPerson[] {
  return people.toSorted((one, other) => Number(one.isSure) - Number(other.isSure) || other.messages - one.messages)
}

/** The reader looks no further for the end of a name. */
const mostWords = 6

/** The names with which a line can begin. Each ends before a space. */
export function namesWithin(beginning: string): string[] {
  const names: string[] = []
  for (let at = beginning.indexOf(' '); at >= 0 && names.length < mostWords; at = beginning.indexOf(' ', at + 1)) {
    if (at > 0) names.push(beginning.slice(0, at))
  }
  return names
}

type Offsets = NonNullable<Preview['zone']>['offsets']

/** `UTC+9`, `UTC−3:30`: what clocks showed, where no time zone fits. Summer and winter can differ. */
export function namesOfOffsets(offsets: Offsets): string[] {
  return [...new Set(offsets.map(({ minutes }) => nameOfOffset(minutes)))]
}

function nameOfOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const clock = rest === 0 ? `${hours}` : `${hours}:${String(rest).padStart(2, '0')}`
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${clock}`
}

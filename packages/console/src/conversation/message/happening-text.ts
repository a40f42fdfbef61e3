import type { Happening } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import type { Format } from '../../ui/format/format.ts'
import type { Join } from '../../ui/format/join.ts'
import type { Row } from '../timeline/rows.ts'

/** Everyone is named up to this many; of more people, the first two. */
const mostNamed = 3

type Words = { t: TFunction; format: Format; join: Join }

/** A part of a sentence: text, or a person. */
export type HappeningPart = string | { userId: string; name: string }

/** Stand for people while the sentence is put together, because each language has its own order. No name has such characters. */
const firstMark = 0xfdd0
const marks = /([\ufdd0-\ufdef])/

/** The same as `describeHappenings`, with the people apart. */
export function splitHappenings(happenings: readonly [Happening, ...Happening[]], words: Words): HappeningPart[] {
  const people = peopleIn(happenings).slice(0, mostNamed)
  const marked = happenings.map((one): Happening => {
    const at = people.findIndex(({ id }) => id === one.person?.id)
    const mark = String.fromCharCode(firstMark + at)
    if (at < 0 || !one.person) return one
    return { ...one, person: { ...one.person, name: mark }, ...(one.what === 'renamed' && { to: mark }) }
  })
  const [first = happenings[0], ...more] = marked
  return describeHappenings([first, ...more], words)
    .split(marks)
    .filter((part) => part !== '')
    .map((part) => {
      const person = marks.test(part) ? people[part.charCodeAt(0) - firstMark] : undefined
      return person ? { userId: person.id, name: person.name } : part
    })
}

/** Those who have an ID, and so a page. Someone who joined twice counts once. */
function peopleIn(happenings: readonly Happening[]): { id: string; name: string }[] {
  const people = happenings.flatMap(({ person, what, to }) =>
    person && person.id !== '' ? [{ id: person.id, name: what === 'renamed' ? (to ?? '') : person.name }] : [],
  )
  return [...new Map(people.map((person) => [person.id, person])).values()]
}

/** What happened, as one sentence, or two if messages are missing. Several happenings are of the same kind. */
export function describeHappenings(
  [first, ...more]: readonly [Happening, ...Happening[]],
  { t, format, join }: Words,
): string {
  const text = sentenceOf([first, ...more], t, join)
  if (first.missingSince === null) return text
  const [since, until] = [first.missingSince, first.at]
  if (first.what !== 'events-missed' && Date.parse(until) - Date.parse(since) < 60_000) {
    return join.sentences(text, t('conversation.happening.missingBriefly'))
  }
  const isSameDay = format.dayOf(since) === format.dayOf(until)
  const [from, to] = isSameDay
    ? [format.time(since), format.time(until)]
    : [format.dateTime(since), format.dateTime(until)]
  const span = first.what === 'events-missed' ? 'mayMiss' : 'missing'
  return join.sentences(text, t(`conversation.happening.${span}`, { from, to }))
}

function sentenceOf(happenings: readonly [Happening, ...Happening[]], t: TFunction, join: Join): string {
  const { what, from, to } = happenings[0]
  switch (what) {
    case 'joined':
    case 'left':
    case 'picture-changed':
    case 'claimed':
    case 'owner-changed':
      return t(`conversation.happening.${what}`, { names: namesOf(happenings, t, join) })
    case 'renamed':
    case 'group-renamed':
      return t(`conversation.happening.${what}`, { from: from ?? '', to: to ?? '' })
    case 'group-picture-changed':
    case 'bot-added':
    case 'bot-removed':
    case 'backup-on':
    case 'backup-off':
    case 'enabled':
    case 'disabled':
    case 'events-missed':
      return t(`conversation.happening.${what}`)
  }
}

/** Someone who joined twice is named once. */
function namesOf(happenings: readonly Happening[], t: TFunction, join: Join): string {
  const people = new Map(happenings.map(({ person }) => [person?.id, person?.name]))
  const names = [...people.values()].map((name) =>
    t('conversation.happening.name', { name: name ?? t('conversation.unknown') }),
  )
  if (names.length <= mostNamed) return join.names(names)
  return t('conversation.happening.others', { names: join.list(names.slice(0, 2)), count: names.length - 2 })
}

/** The happenings of a row whose first entry is one. */
export function happeningsOf({ entries: [, ...more] }: Row, first: Happening): [Happening, ...Happening[]] {
  return [first, ...more.flatMap(({ item }) => (item.kind === 'happening' ? [item] : []))]
}

import { messageTypes } from '@innkeeper/contract'
import { isDay, shiftDay } from '../../ui/format/calendar.ts'
import { type OperatorName, splitQuery, withExcluded, withOperator } from './query-text.ts'

const types = [...messageTypes, 'answer'] as const

/** What people can choose to see: types of messages, what the bot said, and links. */
export const kinds = [...types, 'link'] as const

export type Kind = (typeof kinds)[number]

/** What the controls beside the field show. Empty means any. */
export type Controls = {
  /** As it is written after `from:`. */
  person: string
  kind: Kind | ''
  /** The first and the last day. */
  from: string
  to: string
  without: readonly string[]
}

/** The search that an address contains. Parameters other than `q` were filters once, and come from old links. */
export function readSearch(search: Record<string, unknown>): string {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' ? value.slice(0, longestQuery) : ''
  }
  const kind = search.hasLink === true ? 'link' : kinds.find((one) => one === text('type'))
  const [from, to] = [dayOr(text('from')), dayOr(text('to'))]
  const isTurned = from !== '' && to !== '' && from > to
  return writeControls(text('q'), {
    ...(text('sender') && { person: text('sender') }),
    ...(kind && { kind }),
    ...((from || to) && { from: isTurned ? to : from, to: isTurned ? from : to }),
  })
}

/** The longest search that the service accepts. */
export const longestQuery = 200

export function readControls(q: string): Controls {
  const parts = splitQuery(q)
  const textOf = (name: OperatorName) =>
    parts.find(({ operator, isExcluded }) => operator === name && !isExcluded)?.text ?? ''
  const [after, before] = [dayOr(textOf('after')), dayOr(textOf('before'))]
  return {
    person: textOf('from'),
    kind: findType(textOf('type')) ?? (textOf('has').toLowerCase() === 'link' ? 'link' : ''),
    from: after && shiftDay(after, 1),
    to: before && shiftDay(before, -1),
    without: parts.filter(({ operator, isExcluded }) => isExcluded && operator === undefined).map(({ text }) => text),
  }
}

/** What people call the types. The service knows these names, too. */
const otherNames: Readonly<Record<string, Kind>> = {
  photo: 'image',
  picture: 'image',
  voice: 'audio',
  place: 'location',
  bot: 'answer',
}

function findType(name: string): Kind | undefined {
  const type = name.toLowerCase()
  return types.find((one) => one === type) ?? otherNames[type]
}

/** The search with these controls changed, and everything else as it was typed. */
export function writeControls(q: string, change: Partial<Controls>): string {
  let written = q
  if (change.person !== undefined) written = withOperator(written, 'from', change.person)
  if (change.kind !== undefined) {
    const isLink = change.kind === 'link'
    written = withOperator(written, 'type', isLink ? '' : change.kind)
    written = withOperator(written, 'has', isLink ? 'link' : '')
  }
  // The language excludes the days themselves; people choose the first and the last one.
  if (change.from !== undefined) written = withOperator(written, 'after', change.from && shiftDay(change.from, -1))
  if (change.to !== undefined) written = withOperator(written, 'before', change.to && shiftDay(change.to, 1))
  if (change.without !== undefined) written = withExcluded(written, change.without)
  return written
}

/** Whether the controls narrow the search. */
export function isNarrowed(q: string): boolean {
  const { person, kind, from, to, without } = readControls(q)
  return `${person}${kind}${from}${to}` !== '' || without.length > 0
}

/** Whether the search ends in an operator that is still being typed, such as `before:2026-0`, which would be rejected. */
export function isUnfinished(q: string): boolean {
  if (/(?:^|[\s-])(?:from|type|has|before|after)[:：]["“]?$/i.test(q)) return true
  const last = /\s$/.test(q) ? undefined : splitQuery(q).at(-1)
  const value = last?.text.toLowerCase() ?? ''
  const begins = (names: readonly string[]) => !names.includes(value) && names.some((name) => name.startsWith(value))
  if (last?.operator === 'type') return begins([...types, ...Object.keys(otherNames)])
  if (last?.operator === 'has') return begins(['link'])
  const isDated = last?.operator === 'before' || last?.operator === 'after'
  return isDated && /^[\d-]{1,9}$/.test(value)
}

const dayOr = (text: string) => (isDay(text) ? text : '')

import type { DateOrder, HistoryFrame, HistoryItem, UnreadReason } from '../history.ts'
import { toDay } from '../text/day.ts'
import type { Unit } from '../text/units.ts'
import { type DateLine, readDateLine } from './calendar.ts'
import { readTimedLine, type TimedLine } from './clock.ts'
import type { DesktopNames } from './desktop-names.ts'
import { readEvent } from './events.ts'
import { readContent } from './markers.ts'
import { beginQuote, type OpenQuote } from './quote.ts'
import { isSavedLine, readTitle } from './title.ts'

/** What only the whole file shows. */
export type LineFacts = {
  /** Phones separate time, name and text with tabs, computers with spaces. */
  layout: 'phone' | 'desktop'
  dateOrder: DateOrder | undefined
  names: DesktopNames
  /** Whether each unit is a whole record, so that nothing continues in the next. */
  unitsAreRecords: boolean
  /** Whether lines that continue a message begin with a tab that doesn't belong to it. */
  isIndented: boolean
}

/** Turns units into items, in their order. */
export type LineReading = { add(unit: Unit): HistoryItem[]; close(): HistoryItem[] }

/** A message has at most 10,000 characters. What continues beyond this doesn't belong to it. */
const mostTextLength = 100_000

/** A record that lines may still be added to. */
type OpenRecord = {
  line: number
  lines: number
  at: number
  length: number
} & ({ name: string; texts: string[] } | { event: string } | { unread: UnreadReason })

export function createLineReading(facts: LineFacts): LineReading {
  let items: HistoryItem[] = []
  /** Midnight of the current day, or why it's unknown. */
  let day: number | UnreadReason = 'no-date'
  let open: OpenRecord | undefined
  let blanks: Unit[] = []
  let quote: OpenQuote | undefined
  let isAtStart = true

  const frame = ({ line, lines }: Unit, what: HistoryFrame['what']): void => {
    items.push({ kind: 'frame', line, lines, what })
  }
  const unread = ({ line, lines }: Unit, reason: UnreadReason): void => {
    items.push({ kind: 'unread', line, lines, reason })
  }
  /** What comes next starts something new. */
  const closeRecord = (): void => {
    if (open) items.push(toItem(open, facts))
    open = undefined
    for (const blank of blanks) frame(blank, 'blank')
    blanks = []
  }

  const readUnit = (unit: Unit): void => {
    if (unit.problem) {
      closeRecord()
      unread(unit, unit.problem)
    } else if (unit.text === '') {
      blanks.push(unit)
      if (blanks.length > mostBlanks) closeRecord()
    } else if (!readHead(unit) && !readDate(unit) && !readRecord(unit)) {
      continueRecord(unit)
    }
  }
  const readHead = (unit: Unit): boolean => {
    if (!isAtStart) return false
    const isTitle = unit.line === 1 && readTitle(unit.text) !== undefined
    if (!isTitle && !isSavedLine(unit.text)) return false
    closeRecord()
    frame(unit, isTitle ? 'title' : 'saved')
    return true
  }
  const readDate = (unit: Unit): boolean => {
    const date = readDateLine(unit.text)
    if (!date) return false
    const found = dayOf(date, facts)
    // Histories go forward, so an earlier date is part of a message. After a blank line, another history may begin.
    const isEarlier = typeof found === 'number' && typeof day === 'number' && found < day
    const mayBeText = isEarlier || (found === 'bad-time' && facts.layout === 'phone')
    if (mayBeText && open && blanks.length === 0 && !facts.unitsAreRecords) return false
    closeRecord()
    isAtStart = false
    day = found === 'bad-time' ? 'no-date' : found
    if (found === 'bad-time') unread(unit, found)
    else frame(unit, 'date')
    return true
  }
  const readRecord = (unit: Unit): boolean => {
    const timed = readTimedLine(unit.text)
    if (!timed || (timed.separator === '\t') !== (facts.layout === 'phone')) return false
    closeRecord()
    isAtStart = false
    open = openRecord(unit, timed, day, facts)
    if (facts.layout === 'phone' && 'texts' in open) {
      quote = beginQuote(unit, open.texts[0] ?? '', {
        unitsAreRecords: facts.unitsAreRecords,
        isNext: nextFinder(open.at, day, facts),
      })
      if (quote?.text !== undefined) useQuote(quote.text, 0)
    }
    return true
  }
  const useQuote = (text: string, moreLines: number): void => {
    quote = undefined
    if (!open || !('texts' in open)) return
    open.texts = [text]
    open.lines += moreLines
    // Its end is known, so nothing is added to it.
    closeRecord()
  }
  const continueRecord = (unit: Unit): void => {
    const isTooLong = open !== undefined && open.length + unit.text.length > mostTextLength
    if (!open || isTooLong || facts.unitsAreRecords || 'event' in open) {
      closeRecord()
      unread(unit, isTooLong ? 'too-long' : 'not-a-record')
      return
    }
    if ('texts' in open)
      open.texts.push(...blanks.map(() => ''), facts.isIndented ? unit.text.replace(/^\t/, '') : unit.text)
    open.length += unit.text.length + blanks.length + 1
    open.lines += blanks.length + unit.lines
    blanks = []
  }
  const addToQuote = (current: OpenQuote, unit: Unit): void => {
    const result = current.add(unit)
    if (result === 'open') return
    if (result === 'closed') {
      useQuote(current.text ?? '', current.moreLines())
      return
    }
    // It only began like one, so the lines that were waiting are read as what they are.
    quote = undefined
    for (const waiting of result) addUnit(waiting)
  }
  const addUnit = (unit: Unit): void => {
    if (quote) addToQuote(quote, unit)
    else readUnit(unit)
  }
  const take = (): HistoryItem[] => {
    const taken = items
    items = []
    return taken
  }
  return {
    add(unit) {
      addUnit(unit)
      return take()
    },
    close() {
      while (quote) {
        const waiting = quote.giveUp()
        quote = undefined
        for (const unit of waiting) addUnit(unit)
      }
      closeRecord()
      return take()
    },
  }
}
/** A message doesn't continue after so many. */
const mostBlanks = 10_000

function dayOf(date: DateLine, { dateOrder }: LineFacts): number | UnreadReason {
  if (date.order === 'clear') return date.day ?? 'bad-time'
  if (dateOrder) return date[dateOrder] ?? 'bad-time'
  const [one, other] = [date['day-month'], date['month-day']]
  if (one !== undefined && other !== undefined && one !== other) return 'date-order-unclear'
  return one ?? other ?? 'bad-time'
}

function openRecord(unit: Unit, timed: TimedLine, day: number | UnreadReason, facts: LineFacts): OpenRecord {
  const { line, lines } = unit
  const { time, date, rest } = timed
  const midnight = date ? (toDay(date.year, date.month, date.day) ?? 'bad-time') : day
  const start = { line, lines, at: 0, length: unit.text.length }
  if (typeof midnight !== 'number') return { ...start, unread: midnight }
  if (time === undefined) return { ...start, unread: 'bad-time' }
  const parts = facts.layout === 'phone' ? splitPhone(rest) : splitDesktop(rest, facts)
  return parts ? { ...start, at: midnight + time, ...parts } : { ...start, unread: 'name-unclear' }
}

/**
 * Whether a line is what comes next, rather than part of a text in quotation marks. Such a text can contain an older history, which
 * begins with its date.
 */
function nextFinder(at: number, day: number | UnreadReason, facts: LineFacts): (unit: Unit) => boolean {
  let isInOlder = false
  return ({ text }) => {
    const date = readDateLine(text)
    const found = date && dayOf(date, facts)
    if (typeof found === 'number') {
      isInOlder ||= typeof day === 'number' && found <= day
      return !isInOlder
    }
    const timed = isInOlder ? undefined : readTimedLine(text)
    return timed?.separator === '\t' && timed.time !== undefined && typeof day === 'number' && day + timed.time >= at
  }
}

type Parts = { name: string; texts: string[] } | { event: string }

function splitPhone(rest: string): Parts {
  const tab = rest.indexOf('\t')
  if (tab < 0) return { event: rest }
  return tab === 0 ? { event: rest.slice(1) } : { name: rest.slice(0, tab), texts: [rest.slice(tab + 1)] }
}

function splitDesktop(rest: string, { names }: LineFacts): Parts | undefined {
  const name = names.find(rest)
  const event = readEvent(rest)
  if (event && (name === undefined || !isSaidBy(name, event.name, names))) return { event: rest }
  return name === undefined ? undefined : { name, texts: [rest.slice(name.length + 1)] }
}

/** “Mika I think Ken left the group.” is what Mika said, unless someone has that name. */
function isSaidBy(name: string, mentioned: string | undefined, names: LineFacts['names']): boolean {
  return mentioned?.startsWith(`${name} `) === true && names.find(`${mentioned} `) !== mentioned
}

function toItem(record: OpenRecord, facts: LineFacts): HistoryItem {
  const { line, lines } = record
  if ('unread' in record) return { kind: 'unread', line, lines, reason: record.unread }
  const at = { wall: record.at }
  if ('event' in record) {
    const { what, name } = readEvent(record.event) ?? { what: 'other' }
    return { kind: 'note', line, lines, what, at, ...(name !== undefined && { person: { name } }) }
  }
  const person = { name: record.name }
  const found = readContent(record.texts.join('\n'), facts.layout === 'desktop')
  if (found.kind === 'note') return { kind: 'note', line, lines, what: found.what, at, person }
  const { content, mayBeText } = found
  return {
    kind: 'message',
    line,
    lines,
    at,
    precision: 'minute',
    person,
    content,
    ...(mayBeText !== undefined && { mayBeText }),
  }
}

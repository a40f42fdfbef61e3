import type { DateOrder, HistoryHead, HistoryItem, HistoryMessage, UnreadReason } from '../history.ts'
import type { TextFormat, TextReading, TextSurvey } from '../text/text-format.ts'
import { createUnitMaker, type Unit } from '../text/units.ts'
import { readEvent, readPlaceholder, takeEditedMark } from './app-texts.ts'
import { appMark, readAttachment } from './attachments.ts'
import { createDateOrderSurvey, readDay } from './date-order.ts'
import { readStampedLine, type StampedLine } from './stamp.ts'

/** The chat history that WhatsApp exports as text, from iPhones and Android. */
export const whatsappFormat: TextFormat = { survey: createSurvey }

type Facts = {
  layout: StampedLine['layout']
  dateOrder: DateOrder | undefined
  /** Whether each unit is a whole record, so that nothing continues in the next. */
  unitsAreRecords: boolean
}

/** Whether the beginning of a text is that of a chat history from WhatsApp. */
export function looksLikeWhatsapp(lines: readonly string[]): boolean {
  return lines.slice(0, 3).some((line) => readStampedLine(line) !== undefined)
}

function createSurvey(): TextSurvey {
  const units = createUnitMaker()
  const records = { brackets: 0, dash: 0 }
  const orders = { brackets: createDateOrderSurvey(), dash: createDateOrderSurvey() }
  const add = ({ text, problem }: Unit): void => {
    const stamped = problem ? undefined : readStampedLine(text)
    if (!stamped) return
    records[stamped.layout]++
    orders[stamped.layout].add(stamped.date)
  }
  return {
    add(line) {
      const unit = units.add(line)
      if (unit) add(unit)
    },
    close({ dateOrder }) {
      const last = units.close()
      if (last) add(last)
      const layout = records.brackets >= records.dash ? 'brackets' : 'dash'
      const { order, questions } = orders[layout].close(dateOrder)
      const facts: Facts = { layout, dateOrder: order, unitsAreRecords: units.hasSeveralLines() }
      return createReading(facts, { format: 'whatsapp', questions })
    },
  }
}

/** A message has at most 65,536 characters. What continues beyond this doesn't belong to it. */
const mostTextLength = 100_000
const mostBlanks = 10_000

type OpenRecord = { line: number; lines: number; stamped: StampedLine; texts: string[]; length: number }

function createReading(facts: Facts, head: HistoryHead): TextReading {
  const units = createUnitMaker()
  let open: OpenRecord | undefined
  let blanks: Unit[] = []
  const closeRecord = (): HistoryItem[] => {
    const closed: HistoryItem[] = open ? [toItem(open, facts)] : []
    closed.push(...blanks.map(({ line, lines }): HistoryItem => ({ kind: 'frame', line, lines, what: 'blank' })))
    open = undefined
    blanks = []
    return closed
  }
  const unread = ({ line, lines }: Unit, reason: UnreadReason): HistoryItem[] => [
    ...closeRecord(),
    { kind: 'unread', line, lines, reason },
  ]
  const readUnit = (unit: Unit): HistoryItem[] => {
    const { text, line, lines, problem } = unit
    if (problem) return unread(unit, problem)
    const stamped = readStampedLine(text)
    if (stamped?.layout === facts.layout) {
      const closed = closeRecord()
      open = { line, lines, stamped, texts: [stamped.rest], length: text.length }
      return closed
    }
    if (text === '') {
      blanks.push(unit)
      return blanks.length > mostBlanks ? closeRecord() : []
    }
    const isTooLong = open !== undefined && open.length + text.length > mostTextLength
    if (!open || isTooLong || facts.unitsAreRecords) return unread(unit, isTooLong ? 'too-long' : 'not-a-record')
    open.texts.push(...blanks.map(() => ''), text)
    open.lines += blanks.length + lines
    open.length += blanks.length + text.length + 1
    blanks = []
    return []
  }
  return {
    head,
    add(line) {
      const unit = units.add(line)
      return unit ? readUnit(unit) : []
    },
    close() {
      const last = units.close()
      return [...(last ? readUnit(last) : []), ...closeRecord()]
    },
  }
}

function toItem({ line, lines, stamped, texts }: OpenRecord, { dateOrder }: Facts): HistoryItem {
  const { date, time, hasSeconds } = stamped
  const sameDay = date[0] === date[1]
  const day =
    dateOrder || sameDay || date[0].length > 2 ? readDay(date, dateOrder ?? 'day-month') : 'date-order-unclear'
  if (typeof day === 'string') return { kind: 'unread', line, lines, reason: day }
  if (day === undefined || time === undefined) return { kind: 'unread', line, lines, reason: 'bad-time' }
  const at = { wall: day + time }
  const text = texts.join('\n')
  const end = text.indexOf(': ')
  // iPhones write the group's name as the sender of what the app says.
  const event = readEvent(text) ?? (text.startsWith(appMark, end + 2) ? readEvent(text.slice(end + 3)) : undefined)
  const name = text.slice(0, Math.max(0, end))
  if (event || end <= 0 || name.includes('\n')) {
    const { what, name: who } = event ?? { what: 'other' }
    return { kind: 'note', line, lines, what, at, ...(who !== undefined && { person: { name: who } }) }
  }
  const person = { name: name.replaceAll(appMark, '') }
  const said = readText(text.slice(end + 2))
  if (typeof said === 'string') return { kind: 'note', line, lines, what: said, at, person }
  return { kind: 'message', line, lines, at, precision: hasSeconds ? 'second' : 'minute', person, ...said }
}

function readText(
  written: string,
): Pick<HistoryMessage, 'content' | 'caption' | 'file' | 'isEdited'> | 'other' | 'unsent' | 'call' | 'poll' {
  const { text, isEdited } = takeEditedMark(written)
  const edited = isEdited ? { isEdited: true as const } : {}
  const attachment = readAttachment(text)
  if (attachment) return { ...attachment, ...edited }
  const placeholder = readPlaceholder(text)
  if (placeholder === 'unsent' || placeholder === 'call' || placeholder === 'poll') return placeholder
  if (placeholder || text === '') return 'other'
  return { content: { type: 'text', text }, ...edited }
}

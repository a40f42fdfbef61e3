import type { DateOrder, HistoryChoices, HistoryHead } from '../history.ts'
import type { TextFormat, TextReading, TextSurvey } from '../text/text-format.ts'
import { createUnitMaker, type Unit } from '../text/units.ts'
import { readDateLine } from './calendar.ts'
import { readTimedLine } from './clock.ts'
import { createDesktopNameCounter } from './desktop-names.ts'
import { readEvent } from './events.ts'
import { createLineReading, type LineFacts } from './line-reading.ts'
import { isSavedLine, readSaved, readTitle } from './title.ts'

/** The chat history that the LINE app saves as text, on phones and computers, in all of its variants that are known. */
export const lineFormat: TextFormat = { survey: createSurvey }

function createSurvey(): TextSurvey {
  const units = createUnitMaker()
  const names = createDesktopNameCounter()
  const dates = createDateOrderVotes()
  const records = { phone: 0, desktop: 0 }
  const continued = { withTab: 0, without: 0 }
  const start: string[] = []
  let isInRecords = false
  const add = ({ text, line, problem }: Unit): void => {
    if (problem) return
    if (start.length < 2) start.push(text)
    const timed = readTimedLine(text)
    if (timed) {
      isInRecords = true
      const isPhone = timed.separator === '\t'
      records[isPhone ? 'phone' : 'desktop']++
      if (isPhone) return
      const event = readEvent(timed.rest)
      if (!event) names.add(line, timed.rest)
      else if (event.name !== undefined) names.addMentioned(event.name)
    } else if (text !== '' && !dates.add(text) && isInRecords) {
      continued[text.startsWith('\t') ? 'withTab' : 'without']++
    }
  }
  return {
    add(line) {
      const unit = units.add(line)
      if (unit) add(unit)
    },
    close(choices) {
      const last = units.close()
      if (last) add(last)
      const foundNames = names.close(choices.names ?? [])
      const order = dates.close(choices)
      const layout = records.desktop > records.phone ? 'desktop' : 'phone'
      const facts: LineFacts = {
        layout,
        dateOrder: order.order,
        names: foundNames,
        unitsAreRecords: units.hasSeveralLines(),
        isIndented: continued.withTab > 0 && continued.without === 0,
      }
      const questions = [...order.questions, ...(layout === 'desktop' ? foundNames.questions : [])]
      return readingOf(facts, { ...headOf(start, facts), questions })
    },
  }
}

function readingOf(facts: LineFacts, head: HistoryHead): TextReading {
  const units = createUnitMaker()
  const reading = createLineReading(facts)
  return {
    head,
    add(line) {
      const unit = units.add(line)
      return unit ? reading.add(unit) : []
    },
    close() {
      const last = units.close()
      return [...(last ? reading.add(last) : []), ...reading.close()]
    },
  }
}

function headOf(
  [first = '', second = '']: readonly string[],
  { dateOrder }: LineFacts,
): Omit<HistoryHead, 'questions'> {
  const title = readTitle(first)
  const savedAt = isSavedLine(second) ? readSaved(second, dateOrder) : undefined
  return { format: 'line', ...(title !== undefined && { title }), ...(savedAt && { savedAt }) }
}

/** Whether the day or the month comes first, by the weekdays of all dates. A date can be inside a message, so the majority decides. */
function createDateOrderVotes() {
  const votes: Record<DateOrder, number> = { 'day-month': 0, 'month-day': 0 }
  let example: string | undefined
  return {
    /** Whether the text is a date line. */
    add(text: string): boolean {
      const date = readDateLine(text)
      if (date?.order !== 'unclear') return date !== undefined
      const dayFirst = date['day-month']
      const monthFirst = date['month-day']
      if (dayFirst !== undefined && monthFirst === undefined) votes['day-month']++
      if (dayFirst === undefined && monthFirst !== undefined) votes['month-day']++
      if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst) example ??= text
      return true
    },
    close({ dateOrder }: HistoryChoices): { order: DateOrder | undefined; questions: HistoryHead['questions'] } {
      if (votes['day-month'] !== votes['month-day']) {
        return { order: votes['day-month'] > votes['month-day'] ? 'day-month' : 'month-day', questions: [] }
      }
      // Without an example, both orders mean the same days.
      if (dateOrder !== undefined || example === undefined) return { order: dateOrder ?? 'month-day', questions: [] }
      return { order: undefined, questions: [{ ask: 'date-order', example }] }
    },
  }
}

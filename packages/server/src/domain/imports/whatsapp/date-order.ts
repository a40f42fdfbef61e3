import type { DateOrder, HistoryQuestion } from '../history.ts'
import { toDay } from '../text/day.ts'

type Parts = readonly [string, string, string]

/**
 * Whether `3/4/26` is in March or in April, from all dates of a file: by numbers above 12, then by the order in which time doesn't go
 * backwards, then by which number changes more often.
 */
export type DateOrderSurvey = {
  add(date: Parts): void
  close(choice: DateOrder | undefined): { order: DateOrder | undefined; questions: readonly HistoryQuestion[] }
}

/** Fewer changes than this could be a coincidence. */
const leastChanges = 3

export function createDateOrderSurvey(): DateOrderSurvey {
  const above12 = { first: 0, second: 0 }
  const changes = { first: 0, second: 0 }
  const backwards = { 'day-month': 0, 'month-day': 0 }
  let last: Parts | undefined
  let example: string | undefined
  return {
    add(date) {
      const [first, second, third] = date
      if (isYearFirst(date) || last?.every((part, index) => part === date[index])) return
      if (Number(first) > 12) above12.first++
      if (Number(second) > 12) above12.second++
      if (last && last[0] !== first) changes.first++
      if (last && last[1] !== second) changes.second++
      for (const order of orders) if (last && toDate(last, order) > toDate(date, order)) backwards[order]++
      if (first !== second) example ??= `${first}/${second}/${third}`
      last = date
    },
    close(choice) {
      const order =
        more(above12.first, above12.second) ??
        more(backwards['month-day'], backwards['day-month']) ??
        (Math.max(changes.first, changes.second) >= leastChanges ? moreThanTwice(changes) : undefined) ??
        choice
      if (order || !example) return { order: order ?? 'day-month', questions: [] }
      return { order: undefined, questions: [{ ask: 'date-order', example }] }
    },
  }
}
const orders = ['day-month', 'month-day'] as const

const more = (first: number, second: number): DateOrder | undefined =>
  first === second ? undefined : first > second ? 'day-month' : 'month-day'

/** The day changes far more often than the month. */
function moreThanTwice({ first, second }: { first: number; second: number }): DateOrder | undefined {
  return Math.max(first, second) >= 2 * Math.min(first, second) ? more(first, second) : undefined
}

const isYearFirst = ([first]: Parts): boolean => first.length > 2

/** A date that may not exist, so that all can be compared. */
const toDate = ([first, second, year]: Parts, order: DateOrder): number =>
  Number(year) * 400 +
  (order === 'day-month' ? Number(second) * 32 + Number(first) : Number(first) * 32 + Number(second))

/** Midnight of a date. Undefined if it doesn't exist. */
export function readDay(date: Parts, order: DateOrder): number | undefined {
  const [first, second, third] = date
  if (isYearFirst(date)) return toDay(first, second, third)
  const year = third.length === 2 ? `20${third}` : third
  return order === 'day-month' ? toDay(year, second, first) : toDay(year, first, second)
}

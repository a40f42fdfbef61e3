import type { DateOrder } from '../history.ts'
import { toDay } from '../text/day.ts'

/** A date that exists, as milliseconds since 1970 of its midnight in UTC. */
type Day = number

/** A line that is only a date and a weekday. `day` is undefined if that day doesn't exist or was another weekday. */
export type DateLine =
  | { order: 'clear'; day: Day | undefined }
  | ({ order: 'unclear' } & Record<DateOrder, Day | undefined>)

const weekdays: ReadonlyMap<string, number> = new Map(
  [
    ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    ['日', '月', '火', '水', '木', '金', '土'],
    ['日曜日', '月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日'],
    ['日', '一', '二', '三', '四', '五', '六'],
    ['週日', '週一', '週二', '週三', '週四', '週五', '週六'],
    ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
    ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
    ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.'],
    ['วันอาทิตย์', 'วันจันทร์', 'วันอังคาร', 'วันพุธ', 'วันพฤหัสบดี', 'วันศุกร์', 'วันเสาร์'],
  ].flatMap((words) => words.map((word, index): [string, number] => [word, index])),
)

/**
 * The date of a line such as `2026/03/01(Sun)`, `2026/3/1週日`, `Sun, 3/1/2026`, `อา. 01/03/2569` or `2026.03.01 Sunday`. Undefined
 * without a weekday, because people write dates too.
 */
export function readDateLine(line: string): DateLine | undefined {
  const yearFirst = yearFirstForm.exec(line)
  if (yearFirst) {
    const [, year = '', month = '', day = '', word = ''] = yearFirst
    const weekday = weekdays.get(word.replace(/^[(（](.*)[)）]$/, '$1'))
    return weekday === undefined ? undefined : { order: 'clear', day: dayOn(weekday, year, month, day) }
  }
  const [, word = '', first = '', second = '', year = ''] = weekdayFirstForm.exec(line) ?? []
  const weekday = weekdays.get(word)
  if (weekday === undefined) return undefined
  // In Thai, the day is always first.
  if (word.endsWith('.')) return { order: 'clear', day: dayOn(weekday, year, second, first) }
  return {
    order: 'unclear',
    'day-month': dayOn(weekday, year, second, first),
    'month-day': dayOn(weekday, year, first, second),
  }
}
const yearFirstForm = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2}) ?(\S{1,14})$/
const weekdayFirstForm = /^([^\s,]{1,4}),? (\d{1,2})\/(\d{1,2})\/(\d{4})$/

function dayOn(weekday: number, year: string, month: string, day: string): Day | undefined {
  const date = toDay(year, month, day)
  return date !== undefined && new Date(date).getUTCDay() === weekday ? date : undefined
}

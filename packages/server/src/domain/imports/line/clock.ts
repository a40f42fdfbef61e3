const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A time at the beginning of a line: what separates it from the rest, and what comes after that. */
export type TimedLine = {
  /** Milliseconds since midnight. Undefined if the clock has no such time. */
  time: number | undefined
  /** In one form, the date is on each line. */
  date?: { year: string; month: string; day: string }
  separator: '\t' | ' '
  rest: string
}

export function readTimedLine(line: string): TimedLine | undefined {
  const found = timedLine.exec(line)
  if (!found) return undefined
  const [matched, year = '', month = '', day = '', before = '', hour = '', minute = '', after = '', separator = ''] =
    found
  return {
    time: toTime(before || after, Number(hour), Number(minute)),
    ...(year !== '' && { date: { year, month, day } }),
    separator: separator === '\t' ? '\t' : ' ',
    rest: line.slice(matched.length),
  }
}
const clock = '(午前|午後|上午|下午)?(\\d{1,2}):(\\d{2})(?:[ \\u00a0\\u202f]?([AaPp][Mm]))?'
const timedLine = new RegExp(`^(?:(\\d{4})/(\\d{1,2})/(\\d{1,2})(?:[(（]\\S{1,2}[)）])? )?${clock}([\\t ])`)

/** A time anywhere in a line. */
export function findTime(text: string): number | undefined {
  const [, before = '', hour = '', minute = '', after = ''] = anyTime.exec(text) ?? []
  return hour === '' ? undefined : toTime(before || after, Number(hour), Number(minute))
}
const anyTime = new RegExp(`${clock}$`)

/** With half of a day (`午後`, `PM`), the hours go to 12, or from 0 to 11. */
function toTime(half: string, hour: number, minute: number): number | undefined {
  if (minute > 59) return undefined
  const hours = half === '' ? from24(hour) : from12(hour, secondHalves.has(half.toLowerCase()))
  return hours === undefined ? undefined : hours * hourMs + minute * minuteMs
}
const secondHalves: ReadonlySet<string> = new Set(['pm', '午後', '下午'])

/** Some phones write 24:05 for five past midnight, under the date that has just begun. */
const from24 = (hour: number): number | undefined => (hour > 24 ? undefined : hour % 24)

const from12 = (hour: number, isSecond: boolean): number | undefined =>
  hour > 12 ? undefined : (hour % 12) + (isSecond ? 12 : 0)

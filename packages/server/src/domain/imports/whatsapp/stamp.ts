/** The date and time at the beginning of a record, and what comes after them. */
export type StampedLine = {
  /** iPhones write the stamp in brackets. */
  layout: 'brackets' | 'dash'
  /** In the order in which they're written. The first or the last is the year. */
  date: readonly [string, string, string]
  /** Milliseconds since midnight. Undefined if the clock has no such time. */
  time: number | undefined
  hasSeconds: boolean
  rest: string
}

/** Characters that set the direction of writing. The app puts them before records and before its own words. */
const direction = '[\\u200e\\u200f\\u202a-\\u202e]*'
const space = '[ \\u00a0\\u202f]'
const date = '(\\d{1,4})[/.-] ?(\\d{1,2})[/.-] ?(\\d{1,4})\\.?'
const clock = `(午前|午後|上午|下午)?${space}?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:${space}?([AaPp]\\.?${space}?[Mm]\\.?))?`
const forms = {
  brackets: new RegExp(`^${direction}\\[${date},?${space}${clock}\\] ${direction}`),
  dash: new RegExp(`^${direction}${date},?${space}(?:à |um |às )?${clock} [-–] ${direction}`),
} as const

export function readStampedLine(line: string): StampedLine | undefined {
  const layout = forms.brackets.test(line) ? 'brackets' : forms.dash.test(line) ? 'dash' : undefined
  if (!layout) return undefined
  const [
    matched = '',
    first = '',
    second = '',
    third = '',
    before = '',
    hour = '',
    minute = '',
    seconds = '',
    after = '',
  ] = forms[layout].exec(line) ?? []
  return {
    layout,
    date: [first, second, third],
    time: toTime(before || after, Number(hour), Number(minute), Number(seconds)),
    hasSeconds: seconds !== '',
    // A mark before the name has no meaning, but one before the text shows that the app wrote it.
    rest: line.slice(matched.length),
  }
}

function toTime(half: string, hour: number, minute: number, second: number): number | undefined {
  if (minute > 59 || second > 59 || hour > (half === '' ? 24 : 12)) return undefined
  const isSecondHalf = half === '午後' || half === '下午' || half.toLowerCase().startsWith('p')
  const hours = half === '' ? hour % 24 : (hour % 12) + (isSecondHalf ? 12 : 0)
  return ((hours * 60 + minute) * 60 + second) * 1000
}

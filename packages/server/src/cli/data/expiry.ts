import { isDay } from '@innkeeper/contract/formats'
import { UsageProblem } from '../../config/config.ts'

/** Reads `--expires`. */
export function readExpiry(text: string, now: number): number {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1]
  const at = days ? now + Number(days) * 86_400_000 : readTime(text)
  if (Number.isNaN(at) || at <= now) {
    throw new UsageProblem(
      `--expires is ${JSON.stringify(text)}. Set it to a number of days such as 30d, or a future time such as ` +
        '2027-01-01T00:00:00Z.',
    )
  }
  return at
}

/** A day, or a time with its zone. `Date.parse` alone would also accept 30 February, or words after the date. */
function readTime(text: string): number {
  const day = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.exec(text)?.[1]
  return day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN
}

import { Temporal } from 'temporal-polyfill'
import type { AnsweringRule } from './assistant.ts'
import { decideInForce } from './schedule.ts'

export type Timing = Pick<AnsweringRule, 'schedule' | 'activeFrom' | 'activeUntil'>

/** Why a rule's schedule would never let it answer, or undefined. */
export function findTimingProblem(timing: Timing, timezone: string): string | undefined {
  const { schedule, activeFrom, activeUntil } = timing
  for (const [index, { days }] of schedule.entries()) {
    const twice = days.find((day, place) => days.indexOf(day) < place)
    if (twice) return `schedule[${index}].days contains ${twice} twice; list each day once`
  }
  if (activeFrom === null || activeUntil === null) return undefined
  const from = Date.parse(activeFrom)
  const until = Date.parse(activeUntil)
  if (from >= until) return 'activeUntil must be later than activeFrom; otherwise the rule would never answer'
  if (schedule.length === 0 || beginnings(timing, from, until, timezone).some(isInForce)) return undefined
  return `schedule never falls between activeFrom and activeUntil (in ${timezone}), so the rule would never answer; change one of them`

  function isInForce(at: number): boolean {
    return at >= from && at < until && decideInForce(timing, at, timezone) === 'in-force'
  }
}

/** Contains every weekday twice, because the clock may skip the hour on one of them. */
const longestMs = 15 * 24 * 60 * 60 * 1000

/** If a rule is active at all between two times, it is at the first of them or at the start of one of its spans. */
function beginnings({ schedule }: Timing, from: number, until: number, timezone: string): number[] {
  const all = [from]
  let day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate()
  const end = Temporal.Instant.fromEpochMilliseconds(Math.min(until, from + longestMs))
  const last = end.toZonedDateTimeISO(timezone).toPlainDate()
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    for (const time of new Set(schedule.map((span) => span.from))) {
      all.push(day.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds)
    }
    // If a span continues from the day before.
    all.push(day.toZonedDateTime({ timeZone: timezone }).epochMilliseconds)
  }
  return all
}

import type { Weekday } from '@innkeeper/contract'
import { Temporal } from 'temporal-polyfill'
import type { AnsweringRule } from './assistant.ts'

const days: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Whether a rule is active at this moment; if not, why not. */
export function decideInForce(
  rule: Pick<AnsweringRule, 'schedule' | 'activeFrom' | 'activeUntil'>,
  at: number,
  timezone: string,
): 'in-force' | 'not-active' | 'schedule' {
  if (rule.activeFrom !== null && at < Date.parse(rule.activeFrom)) return 'not-active'
  if (rule.activeUntil !== null && at >= Date.parse(rule.activeUntil)) return 'not-active'
  if (rule.schedule.length === 0) return 'in-force'
  const local = localTime(at, timezone)
  return rule.schedule.some((span) => isWithin(span, local)) ? 'in-force' : 'schedule'
}

type LocalTime = { day: Weekday; dayBefore: Weekday; time: string }

function localTime(at: number, timezone: string): LocalTime {
  const { dayOfWeek, hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  const day = days[dayOfWeek - 1] as Weekday
  const dayBefore = days[(dayOfWeek + 5) % 7] as Weekday
  return { day, dayBefore, time: `${twoDigits(hour)}:${twoDigits(minute)}` }
}

/** A span whose end isn't after its start continues into the next day. */
function isWithin(span: AnsweringRule['schedule'][number], { day, dayBefore, time }: LocalTime): boolean {
  const isToday = span.days.includes(day)
  if (span.to > span.from) return isToday && time >= span.from && time < span.to
  return (isToday && time >= span.from) || (span.days.includes(dayBefore) && time < span.to)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

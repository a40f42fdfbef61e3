import { Temporal } from 'temporal-polyfill'

/** A time of day, on every day or on one day of the week. `weekday`: 1 is Monday; null: every day. */
export type SnapshotSchedule = { weekday: number | null; hour: number; minute: number }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Parses `daily 03:00` and `weekly sunday 03:00`; undefined if it is anything else. */
export function readSnapshotSchedule(text: string): SnapshotSchedule | undefined {
  const found = /^(?:daily|weekly ([a-z]+)) ([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim().toLowerCase())
  if (!found) return undefined
  const [, day, hour, minute] = found
  const weekday = day === undefined ? null : weekdays.indexOf(day) + 1
  return weekday === 0 ? undefined : { weekday, hour: Number(hour), minute: Number(minute) }
}

/** As it is written in the setting. */
export function renderSnapshotSchedule({ weekday, hour, minute }: SnapshotSchedule): string {
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  return weekday === null ? `daily ${time}` : `weekly ${weekdays[weekday - 1]} ${time}`
}

/** How long it is between two times, without changes of the clock. */
export function intervalOf({ weekday }: SnapshotSchedule): number {
  return (weekday === null ? 1 : 7) * dayMs
}

/** The latest scheduled time that has come. */
export function findLastSlot(schedule: SnapshotSchedule, now: number, timezone: string): number {
  return findSlot(schedule, { now, timezone, step: -1 })
}

/** The first scheduled time that hasn't come yet. */
export function findNextSlot(schedule: SnapshotSchedule, now: number, timezone: string): number {
  return findSlot(schedule, { now, timezone, step: 1 })
}

const dayMs = 86_400_000
/** A weekly schedule is found within a week, and a day that a zone skipped delays it by one more. */
const mostDays = 15

/**
 * Each calendar day has the time once: where clocks go forward over it, it is as much later, and where they go back, the first of
 * the two counts.
 */
function findSlot(
  { weekday, hour, minute }: SnapshotSchedule,
  { now, timezone, step }: { now: number; timezone: string; step: 1 | -1 },
): number {
  // From the day on the other side, because a time near midnight can be moved into the next day.
  let day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .subtract({ days: step })
  for (let count = 0; count <= mostDays; count++, day = day.add({ days: step })) {
    if (weekday !== null && day.dayOfWeek !== weekday) continue
    const plainTime = new Temporal.PlainTime(hour, minute)
    const at = day.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds
    if (step === -1 ? at <= now : at > now) return at
  }
  throw new Error(`No time of the schedule within ${mostDays} days`)
}

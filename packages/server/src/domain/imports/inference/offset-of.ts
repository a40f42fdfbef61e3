import { Temporal } from 'temporal-polyfill'

const dayMs = 86_400_000
const mostRemembered = 10_000

const remembered = new Map<string, number>()

/** Minutes ahead of UTC at an instant. Time zone arithmetic costs far more than the rest of a line, so each day is asked once. */
export function offsetOf(timezone: string, ms: number): number {
  const day = Math.floor(ms / dayMs)
  const before = offsetAtStart(timezone, day)
  return before === offsetAtStart(timezone, day + 1) ? before : readOffset(timezone, ms)
}

function offsetAtStart(timezone: string, day: number): number {
  const name = `${day} ${timezone}`
  const known = remembered.get(name)
  if (known !== undefined) return known
  const found = readOffset(timezone, day * dayMs)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(name, found)
  return found
}

function readOffset(timezone: string, ms: number): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 60e9
}

import { Temporal } from 'temporal-polyfill'

export type LocalTime = {
  /** `2026-03-01` */
  date: string
  /** `09:31` */
  time: string
  seconds: string
  /** `+09:00` */
  offset: string
}

/** Clocks change on a quarter of an hour, so a span of this length has one offset. */
const spanMs = 15 * 60_000
const mostRemembered = 4_000

/**
 * The local time of a message. Time zone arithmetic costs far more than the rest of a line, so the offset is remembered for each
 * quarter of an hour.
 */
export function createLocalClock(timezone: string): (ms: number) => LocalTime {
  const offsets = new Map<number, { ms: number; text: string }>()
  const offsetAt = (ms: number) => {
    const span = Math.floor(ms / spanMs)
    const known = offsets.get(span)
    if (known) return known
    const { offset, offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
    const found = { ms: offsetNanoseconds / 1e6, text: offset }
    if (offsets.size >= mostRemembered) offsets.clear()
    offsets.set(span, found)
    return found
  }
  return (ms) => {
    const offset = offsetAt(ms)
    const iso = new Date(ms + offset.ms).toISOString()
    return { date: iso.slice(0, -14), time: iso.slice(-13, -8), seconds: iso.slice(-7, -5), offset: offset.text }
  }
}

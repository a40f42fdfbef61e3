import { type FileZone, offsetAt } from './infer-zone.ts'
import { offsetOf } from './inference/offset-of.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Messages that were sent almost at once may be in another order. */
const stepBackMs = 2 * minuteMs

/**
 * Turns what a clock on the wall showed into instants. Where clocks go back, an hour comes twice. Then the order of the file decides: once it
 * goes back, the second hour has begun. An hour that a clock skipped is read as if it hadn't.
 */
export class FileClock {
  readonly #zone: FileZone
  #previous = Number.NEGATIVE_INFINITY

  constructor(zone: FileZone) {
    this.#zone = zone
  }

  /** Call it in the order of the file. */
  instantOf(wall: number): number {
    const [first, second = first] =
      'spans' in this.#zone
        ? [wall - offsetAt(this.#zone.spans, wall) * minuteMs]
        : candidatesOf(this.#zone.timezone, wall)
    const isBack = first < this.#previous - stepBackMs && this.#previous < second + hourMs
    this.#previous = isBack ? second : first
    return this.#previous
  }
}

/** One instant at which a clock in the zone shows this, or two, the earlier one first. */
function candidatesOf(timezone: string, wall: number): [number, number?] {
  // No offset is more than 15 hours, so the instant is between these.
  const day = Math.floor(wall / dayMs) * dayMs
  const before = offsetOf(timezone, day - dayMs) * minuteMs
  const after = offsetOf(timezone, day + 2 * dayMs) * minuteMs
  if (before === after) return [wall - before]
  const isReal = (at: number) => at + offsetOf(timezone, at) * minuteMs === wall
  const [one, other] = [wall - before, wall - after]
  if (isReal(one)) return isReal(other) ? [Math.min(one, other), Math.max(one, other)] : [one]
  return [isReal(other) ? other : one]
}

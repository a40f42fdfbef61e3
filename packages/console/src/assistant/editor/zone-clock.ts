/** The local time in a zone, as date fields write it: `2026-03-01 09:30:00`. */
export function toClock(at: string, timezone: string): string {
  return clockOf(Date.parse(at), timezone)
}

/**
 * The moment when clocks in the zone show this, in whole seconds. If that hour occurs twice, the first one is used. A time
 * that clocks skip is moved forward by as much as they jump.
 */
export function fromClock(clock: string, timezone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`)
  const shown = (at: number) => Date.parse(`${clockOf(at, timezone).replace(' ', 'T')}Z`)
  // The offset from UTC depends on the moment. Looking a day earlier and a day later covers both sides of a clock change.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => shown(at) - at)
  const moments = offsets.map((offset) => asUtc - offset)
  const right = moments.filter((at) => shown(at) === asUtc)
  const at = right.length > 0 ? Math.min(...right) : Math.max(...moments)
  return new Date(at).toISOString().replace(/\.\d+/, '')
}

function clockOf(at: number, timezone: string): string {
  // The Swedish locale writes dates as these fields do.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(at)
}

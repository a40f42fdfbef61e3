/** What a clock in a zone shows at a moment, as date fields write it: `2026-03-01 09:30:00`. */
export function toClock(at: string, timezone: string): string {
  return clockOf(Date.parse(at), timezone)
}

/**
 * The moment at which a clock in a zone shows this, in whole seconds. Of an hour that comes twice it is the first; in one that
 * is left out it is as much later as the clocks jump.
 */
export function fromClock(clock: string, timezone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`)
  const shown = (at: number) => Date.parse(`${clockOf(at, timezone).replace(' ', 'T')}Z`)
  // How far the zone is from UTC is known only at a moment; a day before and after both sides of a jump are seen.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => shown(at) - at)
  const moments = offsets.map((offset) => asUtc - offset)
  const right = moments.filter((at) => shown(at) === asUtc)
  const at = right.length > 0 ? Math.min(...right) : Math.max(...moments)
  return new Date(at).toISOString().replace(/\.\d+/, '')
}

function clockOf(at: number, timezone: string): string {
  // Sweden writes dates as the fields do.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(at)
}

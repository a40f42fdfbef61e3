import { foreignZoneOf, formatFor } from './format.ts'

/**
 * What the reader's own clock shows at a moment that is told in a channel's time; undefined where both clocks agree. The day
 * is named only where it is another one there.
 */
export function findOwnTime(at: string, locale: string, timezone: string, own?: string): string | undefined {
  if (foreignZoneOf(timezone, own) === undefined) return undefined
  const [there, here] = [formatFor(locale, timezone), formatFor(locale, own)]
  return here.dayOf(at) === there.dayOf(at) ? here.time(at) : here.dateTime(at)
}

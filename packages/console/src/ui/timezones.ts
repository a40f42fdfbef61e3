/** All zones that the browser knows, plus the current one in case it does not. It's empty where none is chosen. */
export function timezonesWith(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].filter(Boolean).sort()
}

/** "new york" also finds "New_York". */
export function isZoneLike(zone: string, term: string): boolean {
  const plain = (text: string) => text.replaceAll('_', ' ').toLowerCase().trim()
  return plain(zone).includes(plain(term))
}

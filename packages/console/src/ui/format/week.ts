/** The day a week begins with where a locale is spoken: 0 is Sunday. */
export function firstDayOfWeek(locale: string): 0 | 1 | 6 {
  const { firstDay } = weekOf(locale)
  return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1
}

/** Browsers that do not know it yet: Sunday where we speak, but for English outside America. */
function weekOf(locale: string): { firstDay: number } {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  if (known.getWeekInfo) return known.getWeekInfo()
  return { firstDay: locale.startsWith('en-') && locale !== 'en-US' ? 1 : 7 }
}

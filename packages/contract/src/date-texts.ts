/** How `{date}` and `{time}` are written in a language. The console's preview must show what the bot sends. */
export type DateTexts = { date(at: number): string; time(at: number): string }

/** Takes a while to create, so keep it. */
export function createDateTexts(language: string, timeZone: string): DateTexts {
  const locale = localeOf(language)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  return { date: (at) => date.format(at), time: (at) => time.format(at) }
}

/** The day and the time together, in the same form. */
export function formatMoment(language: string, timeZone: string, at: number): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

/** British English, because most varieties of English put the day first and count hours to 24. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

import { useTranslation } from 'react-i18next'
import { isSameScript } from '../../locales/language.ts'

/** Formats times, days, sizes and counts for a language and a time zone. */
export type Format = {
  /** 14:05 */
  time(at: string): string
  /** 3 Mar 2026, 14:05 */
  dateTime(at: string): string
  /** 3 Mar 2026 */
  date(at: string): string
  /** Tuesday, 3 March 2026, of a day such as 2026-03-03. */
  day(day: string): string
  /** 3 Mar 2026, of a day such as 2026-03-03. */
  plainDate(day: string): string
  /** 3 – 9 Mar 2026, of two days such as 2026-03-03. An open end is empty, and so is a range without both. */
  dayRange(from: string, to: string): string
  /** March 2026, of a month such as 2026-03. */
  month(month: string): string
  /** 2026, of a year such as 2026; 2569 in Thai. */
  year(year: string): string
  /** The day in the zone, such as 2026-03-03. */
  dayOf(at: string): string
  /** 5 minutes ago; in 3 days. */
  ago(at: string, now?: number): string
  /** 1.2 MB */
  size(sizeBytes: number): string
  /** 1:05 or 1:02:03 */
  duration(durationMs: number): string
  /** 1,234 */
  count(count: number): string
  /** 25% */
  share(share: number): string
  /** 5.5 hours */
  hours(hours: number): string
}

/** `timezone` is a channel's, or the browser's if it is left out. Cached, because Intl's formatters are slow to create. */
export function formatFor(locale: string, timezone?: string): Format {
  const name = `${locale} ${timezone ?? ''}`
  const known = formats.get(name)
  if (known) return known
  const format = makeFormat(locale, timezone)
  formats.set(name, format)
  return format
}

/** The browser's variety of a language, such as en-GB, if it has one. */
export function localeOf(language: string, wanted: readonly string[]): string {
  return wanted.find((tag) => isSameScript(tag, language)) ?? language
}

/** The name of a zone whose clocks differ from this browser's, in summer or in winter; otherwise undefined. */
export function foreignZoneOf(timezone: string, own = ownZone()): string | undefined {
  const year = new Date().getUTCFullYear()
  const isAlike = [0, 6].every((month) => minutesAhead(timezone, own, Date.UTC(year, month, 1)) === 0)
  return isAlike ? undefined : timezone
}

/** By how many minutes a zone is ahead of this browser; negative if it is behind. */
export function minutesAhead(timezone: string, own = ownZone(), at = Date.now()): number {
  return (clockIn(timezone, at) - clockIn(own, at)) / 60_000
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time in a zone, to the minute, as if it were UTC. */
function clockIn(zone: string, at: number): number {
  const known = clocks.get(zone)
  const clock =
    known ?? new Intl.DateTimeFormat('sv-SE', { ...zoneOptions(zone), dateStyle: 'short', timeStyle: 'short' })
  if (!known) clocks.set(zone, clock)
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
}

const formats = new Map<string, Format>()

function makeFormat(locale: string, timezone: string | undefined): Format {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const inZone = zoneOptions(timezone)
  const time = dates({ ...inZone, timeStyle: 'short' })
  const dateTime = dates({ ...inZone, dateStyle: 'medium', timeStyle: 'short' })
  const date = dates({ ...inZone, dateStyle: 'medium' })
  // Days and months have no time zone: they are read and written as UTC.
  const day = dates({ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const plainDate = dates({ timeZone: 'UTC', dateStyle: 'medium' })
  const month = dates({ timeZone: 'UTC', month: 'long', year: 'numeric' })
  const year = dates({ timeZone: 'UTC', year: 'numeric' })
  // The Swedish locale writes days as the contract does.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { ...inZone, dateStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const hoursIn = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' })
  const shares = new Intl.NumberFormat(locale, { style: 'percent' })
  const numbers = new Intl.NumberFormat(locale)
  return {
    time: (at) => time.format(new Date(at)),
    dateTime: (at) => dateTime.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    day: (one) => day.format(new Date(`${one}T00:00:00Z`)),
    plainDate: (one) => plainDate.format(new Date(`${one}T00:00:00Z`)),
    dayRange(from, to) {
      const [first, last] = [from, to].map((one) => one && new Date(`${one}T00:00:00Z`))
      if (first && last) return plainDate.formatRange(first, last)
      return first || last
        ? [first, last]
            .map((one) => (one ? plainDate.format(one) : ''))
            .join(' – ')
            .trim()
        : ''
    },
    month: (one) => month.format(new Date(`${one}-01T00:00:00Z`)),
    year: (one) => year.format(new Date(`${one}-01-01T00:00:00Z`)),
    dayOf: (at) => dayOf.format(new Date(at)),
    ago(at, now = Date.now()) {
      const [count, unit] = stepsAway(Date.parse(at) - now)
      return (unit === 'second' && justNow[locale.slice(0, 2)]) || tighten(locale, relative.format(count, unit))
    },
    size: (sizeBytes) => sizeIn(locale, sizeBytes),
    duration: clockFace,
    count: (count) => numbers.format(count),
    share: (share) => shares.format(share),
    hours: (hours) => tighten(locale, hoursIn.format(hours)),
  }
}

/** A zone that this browser does not know must not break the page; UTC is used instead. */
function zoneOptions(timezone: string | undefined): { timeZone?: string } {
  if (timezone === undefined) return {}
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return { timeZone: timezone }
  } catch {
    return { timeZone: 'UTC' }
  }
}

/** Intl only has "now", which reads badly after "last reply". */
const justNow: Record<string, string> = { en: 'just now', ja: 'たった今', zh: '剛剛', th: 'เมื่อสักครู่' }

const steps = [
  ['year', 365.25 * 86_400_000],
  ['month', 30.44 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function stepsAway(distanceMs: number): [count: number, unit: Intl.RelativeTimeFormatUnit] {
  for (const [unit, lengthMs] of steps) {
    if (Math.abs(distanceMs) >= lengthMs) return [Math.trunc(distanceMs / lengthMs), unit]
  }
  return [0, 'second']
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function sizeIn(locale: string, sizeBytes: number): string {
  let size = sizeBytes
  let step = 0
  // From 999.5 on it would be written as 1,000.
  while (size >= 999.5 && step < sizeUnits.length - 1) {
    size /= 1000
    step += 1
  }
  const maximumFractionDigits = step > 0 && size < 9.95 ? 1 : 0
  const unit = sizeUnits[step] ?? 'byte'
  const unitDisplay = step === 0 ? 'long' : 'short'
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(size)
  // A unit alone on the next line is hard to read.
  return tighten(locale, text).replace(' ', '\u00a0')
}

/** Japanese has no space between a number and a word. Browsers write one, as in “5 時間前”. */
function tighten(locale: string, text: string): string {
  return locale.startsWith('ja') ? text.replace(/(?<=\d)\s(?=[^A-Z])/i, '') : text
}

function clockFace(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/**
 * The browser's local time at a moment that is shown in a channel's time; undefined if both agree. The date is added only
 * if it differs.
 */
export function findOwnTime(at: string, locale: string, timezone: string, own?: string): string | undefined {
  if (foreignZoneOf(timezone, own) === undefined) return undefined
  const [there, here] = [formatFor(locale, timezone), formatFor(locale, own)]
  return here.dayOf(at) === there.dayOf(at) ? here.time(at) : here.dateTime(at)
}

/** `timezone` is the channel's; leave it out for the person's own times. */
export function useFormat(timezone?: string): Format {
  const { i18n } = useTranslation()
  return formatFor(localeOf(i18n.language, navigator.languages), timezone)
}

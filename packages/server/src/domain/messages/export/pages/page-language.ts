import type { LocalTime } from '../local-clock.ts'
import { english } from './words/en.ts'
import { japanese } from './words/ja.ts'
import type { PageWords } from './words/page-words.ts'
import { thai } from './words/th.ts'
import { simplifiedChinese } from './words/zh-cn.ts'
import { traditionalChinese } from './words/zh-tw.ts'

const languages: Record<string, PageWords> = {
  en: english,
  ja: japanese,
  th: thai,
  'zh-CN': simplifiedChinese,
  'zh-TW': traditionalChinese,
}

/** How a language writes pages. Days and months are given as `2026-03-01` and `2026-03`. */
export type PageLanguage = {
  /** For the `lang` of a page. */
  tag: string
  words: PageWords
  day(date: string): string
  month(month: string): string
  /** 1 Mar 2026, 09:31 */
  moment(time: LocalTime): string
  count(count: number): string
  /** 1.2 MB */
  size(sizeBytes: number): string
}

export function pageLanguage(language: string): PageLanguage {
  const tag = language in languages ? language : 'en'
  // British English, because most varieties of English put the day first.
  const locale = tag === 'en' ? 'en-GB' : tag
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const comma = tag === 'en' ? ', ' : ' '
  const count = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return {
    tag,
    words: languages[tag] ?? english,
    day: (date) => day.format(Date.parse(`${date}T00:00:00Z`)),
    moment: ({ date, time }) => `${shortDay.format(Date.parse(`${date}T00:00:00Z`))}${comma}${time}`,
    month: (name) => month.format(Date.parse(`${name}-01T00:00:00Z`)),
    count: (value) => count.format(value),
    size(sizeBytes) {
      const step = units.findLastIndex((_, index) => sizeBytes >= 1000 ** index)
      return `${short.format(sizeBytes / 1000 ** Math.max(0, step))} ${units[Math.max(0, step)]}`
    },
  }
}
const units = ['B', 'kB', 'MB', 'GB']

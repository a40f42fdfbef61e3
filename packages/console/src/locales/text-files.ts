import type { Language } from './language.ts'

// Each language is loaded when it is selected. Texts that no first screen needs are loaded later.
export const loadFirst: Record<Language, () => Promise<{ first: object }>> = {
  en: () => import('./en/first/index.ts'),
  ja: () => import('./ja/first/index.ts'),
  'zh-TW': () => import('./zh-TW/first/index.ts'),
  th: () => import('./th/first/index.ts'),
}

/** With the names of days and months, because no first screen has a calendar. */
export const loadRest: Record<Language, () => Promise<{ rest: object }>> = {
  en: () => import('./en/rest/index.ts'),
  ja: () => withCalendar(import('./ja/rest/index.ts'), import('dayjs/locale/ja')),
  'zh-TW': () => withCalendar(import('./zh-TW/rest/index.ts'), import('dayjs/locale/zh-tw')),
  th: () => withCalendar(import('./th/rest/index.ts'), import('dayjs/locale/th')),
}

async function withCalendar<Texts>(texts: Promise<Texts>, calendar: Promise<unknown>): Promise<Texts> {
  const [loaded] = await Promise.all([texts, calendar])
  return loaded
}

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Words } from './en.ts'
import { findLanguage, type Language, rememberLanguage } from './language.ts'

// A key that does not exist is an error of types.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Words }
    returnNull: false
  }
}

// Nobody reads two languages at once: each is a file of its own, loaded when it is spoken.
const load: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./en.ts')).en,
  ja: async () => (await import('./ja.ts')).ja,
  'zh-TW': async () => (await import('./zh-TW.ts')).zhTW,
  th: async () => (await import('./th.ts')).th,
}

/** Days and months as calendars name them. */
const loadCalendar: Record<Language, () => Promise<unknown>> = {
  en: async () => undefined,
  ja: () => import('dayjs/locale/ja'),
  'zh-TW': () => import('dayjs/locale/zh-tw'),
  th: () => import('dayjs/locale/th'),
}

/** To be called once, before anything is shown. */
export async function openWords(): Promise<void> {
  // React escapes what it shows.
  await i18next.use(initReactI18next).init({ resources: {}, interpolation: { escapeValue: false } })
  await speak(findLanguage())
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  rememberLanguage(language)
}

async function speak(language: Language): Promise<void> {
  const [words] = await Promise.all([load[language](), loadCalendar[language]()])
  i18next.addResourceBundle(language, 'translation', words)
  await i18next.changeLanguage(language)
  // Screen readers, line breaking and the shapes of Chinese characters go by it.
  document.documentElement.lang = language
}

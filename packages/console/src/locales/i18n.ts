import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './language.ts'
import { findLanguage, type Language, rememberLanguage } from './language.ts'

// An unknown key is a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
    returnNull: false
  }
}

// Each language is loaded when it is selected. Texts that no first screen needs are loaded later.
const loadFirst: Record<Language, () => Promise<{ first: object }>> = {
  en: () => import('./en/first/index.ts'),
  ja: () => import('./ja/first/index.ts'),
  'zh-TW': () => import('./zh-TW/first/index.ts'),
  th: () => import('./th/first/index.ts'),
}

const loadRest: Record<Language, () => Promise<{ rest: object }>> = {
  en: () => import('./en/rest/index.ts'),
  ja: () => import('./ja/rest/index.ts'),
  'zh-TW': () => import('./zh-TW/rest/index.ts'),
  th: () => import('./th/rest/index.ts'),
}

/** Names of days and months for calendars. */
const loadCalendar: Record<Language, () => Promise<unknown>> = {
  en: async () => undefined,
  ja: () => import('dayjs/locale/ja'),
  'zh-TW': () => import('dayjs/locale/zh-tw'),
  th: () => import('dayjs/locale/th'),
}

/** Call once, before anything is rendered. */
export async function initTexts(): Promise<void> {
  // React already escapes values.
  await i18next.use(initReactI18next).init({ resources: {}, interpolation: { escapeValue: false } })
  await switchTo(findLanguage())
}

/** Call before showing a screen that is not one of the first. */
export async function loadAllTexts(): Promise<void> {
  isAllRequested = true
  await addRest(i18next.language as Language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language)
  rememberLanguage(language)
}

let isAllRequested = false

async function switchTo(language: Language): Promise<void> {
  const [{ first }] = await Promise.all([
    loadFirst[language](),
    loadCalendar[language](),
    isAllRequested ? addRest(language) : undefined,
  ])
  i18next.addResourceBundle(language, 'translation', first)
  // Requested while the first texts were loading.
  if (isAllRequested) await addRest(language)
  await i18next.changeLanguage(language)
  // Screen readers, line breaking and the shapes of Chinese characters depend on it.
  document.documentElement.lang = language
}

async function addRest(language: Language): Promise<void> {
  const { rest } = await loadRest[language]()
  i18next.addResourceBundle(language, 'translation', rest)
}

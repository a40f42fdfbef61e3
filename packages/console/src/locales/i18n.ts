import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './language.ts'
import { findLanguage, type Language, rememberLanguage } from './language.ts'
import { loadFirst, loadRest } from './text-files.ts'

// An unknown key is a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
    returnNull: false
  }
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
    isAllRequested ? addRest(language) : undefined,
  ])
  i18next.addResourceBundle(language, 'translation', first)
  // Requested while the first texts were loading.
  if (isAllRequested) await addRest(language)
  await i18next.changeLanguage(language)
  // Screen readers, line breaking and the shapes of Chinese characters depend on it.
  document.documentElement.lang = language
  // For browsers that install the console as an app.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`)
}

async function addRest(language: Language): Promise<void> {
  const { rest } = await loadRest[language]()
  i18next.addResourceBundle(language, 'translation', rest)
}

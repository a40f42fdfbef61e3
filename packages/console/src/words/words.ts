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
  i18next.addResourceBundle(language, 'translation', await load[language]())
  await i18next.changeLanguage(language)
  // Screen readers and line breaking go by it.
  document.documentElement.lang = language
}

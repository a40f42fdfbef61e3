import { useSyncExternalStore } from 'react'
import { currentLanguage, hasText, onLanguageChange, type TextValues, translate } from './translate.ts'

type Translation = {
  t: (key: string, values?: TextValues) => string
  i18n: { language: string; exists: (key: string) => boolean }
}

/**
 * Bundled in place of the hook of react-i18next, which takes as much of a first visit as three screens. Types and tests use the
 * library, so keys and values are checked, and a test compares every text in every language.
 */
export function useTranslation(): Translation {
  return useSyncExternalStore(onLanguageChange, inCurrentLanguage)
}

let latest = inLanguage('en')

/** The same value until the language changes, so that what depends on it isn't computed again. */
function inCurrentLanguage(): Translation {
  const language = currentLanguage()
  if (latest.i18n.language !== language) latest = inLanguage(language)
  return latest
}

function inLanguage(language: string): Translation {
  return {
    t: (key, values) => translate(language, key, values),
    i18n: { language, exists: (key) => hasText(language, key) },
  }
}

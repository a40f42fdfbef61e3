import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** All words people read, one file a language. English is the measure: another language has exactly its keys. */
void i18next.use(initReactI18next).init({
  resources: { en: { translation: en }, ja: { translation: ja } },
  lng: navigator.language.startsWith('ja') ? 'ja' : 'en',
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
})

import { english } from './en.ts'
import { japanese } from './ja.ts'
import type { Language, LanguageCode } from './language.ts'
import { thai } from './th.ts'
import { traditionalChinese } from './zh-tw.ts'

/** In the order in which channels take turns. */
export const languages: readonly Language[] = [english, japanese, traditionalChinese, thai]

export function getLanguage(code: LanguageCode): Language {
  const language = languages.find((one) => one.code === code)
  if (!language) throw new Error(`There are no words for the language ${code}`)
  return language
}

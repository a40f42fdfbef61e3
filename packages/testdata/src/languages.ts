import type { Language, LanguageCode } from './language.ts'
import { english } from './languages/en.ts'
import { japanese } from './languages/ja.ts'
import { thai } from './languages/th.ts'
import { traditionalChinese } from './languages/zh-tw.ts'

/** In the order in which channels take turns. */
export const languages: readonly Language[] = [english, japanese, traditionalChinese, thai]

export function getLanguage(code: LanguageCode): Language {
  const language = languages.find((one) => one.code === code)
  if (!language) throw new Error(`There are no words for the language ${code}`)
  return language
}

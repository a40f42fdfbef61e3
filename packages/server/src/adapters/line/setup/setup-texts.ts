import type { SetupCheck, SetupLanguage } from '../../../ports/platform-setup.ts'
import { english } from './texts/en.ts'
import { japanese } from './texts/ja.ts'
import { thai } from './texts/th.ts'
import type { LineSetupTexts } from './texts/words.ts'
import { traditionalChinese } from './texts/zh-tw.ts'

const languages: Record<SetupLanguage, LineSetupTexts> = {
  en: english,
  ja: japanese,
  'zh-TW': traditionalChinese,
  th: thai,
}

export function setupTexts(language: SetupLanguage): LineSetupTexts {
  return languages[language]
}

/** A check that doesn't keep the values from being used. */
export function finding(id: string, state: SetupCheck['state'], title: string, text: string): SetupCheck {
  return { id, state, isBlocking: false, title, text, remedy: null }
}

import type { HappeningWord } from '@innkeeper/contract'
import { english } from './words/en.ts'
import { japanese } from './words/ja.ts'
import { thai } from './words/th.ts'
import type { ExportWords } from './words/words.ts'
import { simplifiedChinese } from './words/zh-cn.ts'
import { traditionalChinese } from './words/zh-tw.ts'

const languages: Record<string, ExportWords> = {
  en: english,
  ja: japanese,
  th: thai,
  'zh-CN': simplifiedChinese,
  'zh-TW': traditionalChinese,
}

/** In the channel's language. */
export function exportWords(language: string): ExportWords {
  return languages[language] ?? english
}

/** About a span in which messages are missing, by what ended it. */
export function textOfSpan(words: ExportWords, endedBy: HappeningWord | undefined): string {
  return endedBy === 'events-missed' ? words.mayMiss : words.missing
}

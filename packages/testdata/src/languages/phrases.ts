import { english } from './en.ts'
import { japanese } from './ja.ts'
import type { Language, LanguageCode } from './language.ts'
import { thai } from './th.ts'
import { traditionalChinese } from './zh-tw.ts'

const languages: Record<LanguageCode, Language> = {
  en: english,
  ja: japanese,
  'zh-TW': traditionalChinese,
  th: thai,
}

/** Every text that chats in a language are made of, once, with a word in place of each placeholder. */
export function listPhrases(code: LanguageCode): string[] {
  const { slots, fillers, topics, greetings, names, asides, afterthoughts, slips, streets, files, group, assistant } =
    languages[code]
  const words: Record<string, string[]> = { ...slots, ...fillers }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => words[name]?.[0] ?? names[0] ?? '')
  // A line begins with its speaker. What begins with @ is no text.
  const lines = [...topics, ...greetings].flat().map((line) => line.replace(/^[a-z]\??\s/, ''))
  const { welcome, groupRules, rules } = assistant
  const texts = [
    ...lines.filter((line) => !line.startsWith('@')),
    ...[names, asides, afterthoughts, slips, streets, files, group.firsts, group.seconds].flat(),
    ...Object.values(words).flat(),
    ...[welcome, groupRules, ...rules.flatMap(({ keywords, question, answer }) => [...keywords, question, answer])],
  ]
  return [...new Set(texts.map(fill))]
}

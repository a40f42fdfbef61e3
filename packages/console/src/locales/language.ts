import type { first } from './en/first/index.ts'
import type { rest } from './en/rest/index.ts'

/** Languages of the console, by what they call themselves. */
export const languages = { en: 'English', ja: '日本語', 'zh-TW': '繁體中文', th: 'ไทย' } as const

export type Language = keyof typeof languages

const storageKey = 'innkeeper.language'

/** The one chosen here before, else the first of the browser's that we speak. */
export function findLanguage(): Language {
  return languageFor([readStored(), ...navigator.languages].filter((tag) => tag !== null))
}

/** The first tag that is one of our languages in the same script. Who names none but reads another script of one gets that. */
export function languageFor(tags: readonly string[]): Language {
  const ours = Object.keys(languages) as Language[]
  for (const matches of [isSameScript, isSameLanguage]) {
    for (const tag of tags) {
      const language = ours.find((one) => matches(tag, one))
      if (language) return language
    }
  }
  return 'en'
}

/** Whether two tags mean a language written in the same script: zh-HK and zh-TW, not zh-CN. */
export function isSameScript(a: string, b: string): boolean {
  return isSameLanguage(a, b) && maximized(a)?.script === maximized(b)?.script
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // A browser that keeps nothing still shows the language until the page is closed.
  }
}

function isSameLanguage(a: string, b: string): boolean {
  const primary = maximized(a)?.language
  return primary !== undefined && primary === maximized(b)?.language
}

/** With the script that a tag leaves unsaid. Browsers have been seen to name tags that are none, such as en-US@posix. */
function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** All texts of the console, by their keys. English decides which there are. */
export type Texts = typeof first & typeof rest

/**
 * What a language must say where English says `English`: the same keys, in words of its own. The form for one (`…_one`) is
 * only for languages that have it; none but English does so far.
 */
export type Translated<English> = {
  readonly [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Translated<English[Key]>
}

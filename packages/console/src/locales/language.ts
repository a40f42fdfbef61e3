import type { accountTexts } from './en/account/index.ts'
import type { alerts } from './en/alerts/index.ts'
import type { assistant } from './en/assistant/index.ts'
import type { assistantParts } from './en/assistant-parts/index.ts'
import type { exportTexts } from './en/exports/index.ts'
import type { first } from './en/first/index.ts'
import type { importTexts } from './en/imports/index.ts'
import type { rest } from './en/rest/index.ts'
import type { service } from './en/service/index.ts'
import type { settingsTexts } from './en/settings/index.ts'
import type { webhookTexts } from './en/webhooks/index.ts'

/** Languages of the console, by their own names. */
export const languages = { en: 'English', ja: '日本語', 'zh-TW': '繁體中文', th: 'ไทย' } as const

export type Language = keyof typeof languages

/** Each part of the texts is loaded with the screens that show it, in one language at a time. */
export type TextPart =
  | 'first'
  | 'account'
  | 'rest'
  | 'settings'
  | 'assistant'
  | 'assistantParts'
  | 'service'
  | 'alerts'
  | 'exports'
  | 'imports'
  | 'webhooks'

/** Loaded after the screen that shows them. */
export type LateTextPart = 'assistantParts' | 'alerts' | 'webhooks'

const storageKey = 'innkeeper.language'

/** The language chosen before, otherwise the first of the browser's languages that we have. */
export function findLanguage(): Language {
  return languageFor([readStored(), ...navigator.languages].filter((tag) => tag !== null))
}

/** The first tag that matches one of our languages in the same script; otherwise the first that matches in another script. */
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

/** Whether two tags are the same language in the same script: zh-HK and zh-TW, but not zh-CN. */
export function isSameScript(a: string, b: string): boolean {
  return isSameLanguage(a, b) && maximized(a)?.script === maximized(b)?.script
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // If storage is blocked, the language lasts until the page is closed.
  }
}

function isSameLanguage(a: string, b: string): boolean {
  const primary = maximized(a)?.language
  return primary !== undefined && primary === maximized(b)?.language
}

/** Adds the script that a tag implies. Some browsers report invalid tags, such as en-US@posix. */
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

/** All texts of the console by key. English defines which keys exist. */
export type Texts = typeof first &
  typeof rest &
  typeof accountTexts &
  typeof settingsTexts &
  typeof assistant &
  typeof assistantParts &
  typeof service &
  typeof alerts &
  typeof exportTexts &
  typeof importTexts &
  typeof webhookTexts

/**
 * The texts that a translation needs: the same keys as English. Singular forms (`…_one`) exist only in languages that need
 * them, which so far is only English.
 */
export type Translated<English> = {
  readonly [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Translated<English[Key]>
}

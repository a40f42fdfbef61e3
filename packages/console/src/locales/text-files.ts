import type { Language, LateTextPart, TextPart } from './language.ts'

export const textFiles = {
  first: {
    en: async () => (await import('./en/first/index.ts')).first,
    ja: async () => (await import('./ja/first/index.ts')).first,
    'zh-TW': async () => (await import('./zh-TW/first/index.ts')).first,
    th: async () => (await import('./th/first/index.ts')).first,
  },
  rest: {
    en: async () => (await import('./en/rest/index.ts')).rest,
    ja: async () => (await import('./ja/rest/index.ts')).rest,
    'zh-TW': async () => (await import('./zh-TW/rest/index.ts')).rest,
    th: async () => (await import('./th/rest/index.ts')).rest,
  },
  account: {
    en: async () => (await import('./en/account/index.ts')).accountTexts,
    ja: async () => (await import('./ja/account/index.ts')).accountTexts,
    'zh-TW': async () => (await import('./zh-TW/account/index.ts')).accountTexts,
    th: async () => (await import('./th/account/index.ts')).accountTexts,
  },
  settings: {
    en: async () => (await import('./en/settings/index.ts')).settingsTexts,
    ja: async () => (await import('./ja/settings/index.ts')).settingsTexts,
    'zh-TW': async () => (await import('./zh-TW/settings/index.ts')).settingsTexts,
    th: async () => (await import('./th/settings/index.ts')).settingsTexts,
  },
  assistant: {
    en: async () => (await import('./en/assistant/index.ts')).assistant,
    ja: async () => (await import('./ja/assistant/index.ts')).assistant,
    'zh-TW': async () => (await import('./zh-TW/assistant/index.ts')).assistant,
    th: async () => (await import('./th/assistant/index.ts')).assistant,
  },
  service: {
    en: async () => (await import('./en/service/index.ts')).service,
    ja: async () => (await import('./ja/service/index.ts')).service,
    'zh-TW': async () => (await import('./zh-TW/service/index.ts')).service,
    th: async () => (await import('./th/service/index.ts')).service,
  },
  exports: {
    en: async () => (await import('./en/exports/index.ts')).exportTexts,
    ja: async () => (await import('./ja/exports/index.ts')).exportTexts,
    'zh-TW': async () => (await import('./zh-TW/exports/index.ts')).exportTexts,
    th: async () => (await import('./th/exports/index.ts')).exportTexts,
  },
  imports: {
    en: async () => (await import('./en/imports/index.ts')).importTexts,
    ja: async () => (await import('./ja/imports/index.ts')).importTexts,
    'zh-TW': async () => (await import('./zh-TW/imports/index.ts')).importTexts,
    th: async () => (await import('./th/imports/index.ts')).importTexts,
  },
} satisfies Record<Exclude<TextPart, LateTextPart>, Record<Language, () => Promise<object>>>

/** Of parts that no screen begins with, so that screens don't have to load where they are. */
export const loadLateTextFiles = async () => (await import('./late-text-files.ts')).lateTextFiles

/** Names of days and months for calendars, with the library that shows them. English ones are part of it. */
export const calendarFiles: Record<Language, () => Promise<unknown>> = {
  en: async () => undefined,
  ja: () => import('dayjs/locale/ja'),
  'zh-TW': () => import('dayjs/locale/zh-tw'),
  th: () => import('dayjs/locale/th'),
}

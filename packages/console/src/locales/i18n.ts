import type { Texts } from './language.ts'
import { findLanguage, type Language, type LateTextPart, rememberLanguage, type TextPart } from './language.ts'
import { calendarFiles, loadLateTextFiles, textFiles } from './text-files.ts'
import { addTexts, changeLanguage, currentLanguage } from './translate.ts'

// An unknown key is a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
    returnNull: false
  }
}

/** Call once, before anything is rendered. */
export async function initTexts(): Promise<void> {
  await switchTo(findLanguage())
}

/** Call before showing a screen that is not one of the first. */
export async function loadTexts(...parts: TextPart[]): Promise<void> {
  for (const part of parts) wanted.add(part)
  const language = currentLanguage() as Language
  await Promise.all(parts.map((part) => loadPart(part, language)))
}

/** Loads components with the texts that they show. */
export function withTexts<File>(load: () => Promise<File>, ...parts: TextPart[]): () => Promise<File> {
  return async () => {
    const [file] = await Promise.all([load(), loadTexts(...parts)])
    return file
  }
}

/** Loads components with calendars, and the names of days and months. No other screen waits for these. */
export function withCalendarNames<File>(load: () => Promise<File>): () => Promise<File> {
  return async () => {
    const [file] = await Promise.all([load(), calendarFiles[currentLanguage() as Language]()])
    return file
  }
}

export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language)
  rememberLanguage(language)
}

const wanted = new Set<TextPart>(['first'])

async function switchTo(language: Language): Promise<void> {
  const added = new Set<TextPart>()
  // More parts may be requested while these are loading.
  while (wanted.size > added.size) {
    const missing = [...wanted].filter((part) => !added.has(part))
    await Promise.all(missing.map((part) => loadPart(part, language)))
    for (const part of missing) added.add(part)
  }
  if (added.size > 1) await calendarFiles[language]()
  changeLanguage(language)
  // Screen readers, line breaking and the shapes of Chinese characters depend on it.
  document.documentElement.lang = language
  // For browsers that install the console as an app.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`)
}

type FirstPart = keyof typeof textFiles

async function loadPart(part: TextPart, language: Language): Promise<void> {
  const files = part in textFiles ? textFiles[part as FirstPart] : (await loadLateTextFiles())[part as LateTextPart]
  addTexts(language, await files[language]())
}

import { askEarly } from './api/early-answers.ts'
import { planFirstLoad, type ScreenFile } from './first-load.ts'
import { findLanguage, type Language, type TextPart } from './locales/language.ts'
import { wasSignedIn } from './session/sign-out.ts'

// This script is part of the page itself. It requests everything that the page at this URL needs, before the app is there. What
// fails here fails again, and is reported, where it is used.

/** Names of files below /assets, and which of them the app, a screen or a part of the texts consists of. */
export type FirstFiles = {
  names: string[]
  app: number[]
  screens: Record<ScreenFile, number[]>
  texts: Record<TextPart, Record<Language, number>>
}

/** Filled in by the build (`early-script.ts`). */
declare const __FILES__: FirstFiles

const { names, app, screens, texts } = __FILES__
const plan = planFirstLoad(window.location, wasSignedIn())
const language = findLanguage()

preload(app)
askEarly(plan.answers)
preload(plan.screens.flatMap((screen) => screens[screen]))
preload(plan.texts.map((part) => texts[part][language]))

function preload(numbers: readonly number[]): void {
  for (const name of new Set(numbers.map((number) => names[number] ?? ''))) {
    const link = document.createElement('link')
    link.crossOrigin = ''
    if (name.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    link.href = `/assets/${name}`
    document.head.append(link)
  }
}

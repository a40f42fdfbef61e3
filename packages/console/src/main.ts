import { askEarly } from './api/early-answers.ts'
import { planFirstLoad } from './first-load.ts'
import { findLanguage } from './locales/language.ts'
import { textFiles } from './locales/text-files.ts'
import { screenFiles } from './screen-files.ts'
import { wasSignedIn } from './session/sign-out.ts'
import { startFirstLoad } from './ui/after-first-load.ts'

// The first script of the page, and a small one: it starts loading everything that the page at this URL needs at the same time.
// What fails here fails again, and is reported, where it is used.
const plan = planFirstLoad(window.location, wasSignedIn())
const language = findLanguage()
const app = import('./start-app.tsx')
const loads: Promise<unknown>[] = [
  ...askEarly(plan.answers),
  ...plan.texts.map((part) => textFiles[part][language]()),
  ...plan.screens.map((screen) => screenFiles[screen]()),
]
startFirstLoad([app, ...loads])
for (const load of loads) load.catch(() => undefined)

void app.then(({ startApp }) => startApp())

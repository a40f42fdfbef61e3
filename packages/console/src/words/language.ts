/** Languages of the console, by what they call themselves. */
export const languages = { en: 'English', ja: '日本語' } as const

export type Language = keyof typeof languages

const place = 'innkeeper.language'

/** The one chosen here before, else the first of the browser's that we speak. */
export function findLanguage(): Language {
  const wanted = [recall(), ...navigator.languages]
  for (const tag of wanted) {
    const language = tag?.split('-')[0]
    if (isLanguage(language)) return language
  }
  return 'en'
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(place, language)
  } catch {
    // A browser that keeps nothing still shows the language until the page is closed.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

function isLanguage(word: string | undefined): word is Language {
  return word !== undefined && Object.hasOwn(languages, word)
}

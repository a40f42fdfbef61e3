/** Texts by key, as in the files of a language. */
export type TextTree = { readonly [key: string]: string | TextTree }

/** What sentences are filled with. `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, unknown>>

const loaded = new Map<string, TextTree>()
const listeners = new Set<() => void>()
let current = 'en'

export function currentLanguage(): string {
  return current
}

/** The texts of this language must have been added. */
export function changeLanguage(language: string): void {
  current = language
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Each part of the texts has keys of its own at the top. */
export function addTexts(language: string, texts: TextTree): void {
  loaded.set(language, { ...loaded.get(language), ...texts })
}

export function hasText(language: string, key: string): boolean {
  return find(language, key) !== undefined
}

/** The text with its values filled in. A missing one shows its key. */
export function translate(language: string, key: string, values: TextValues = {}): string {
  const { count } = values
  const plural = typeof count === 'number' ? find(language, `${key}_${rulesOf(language).select(count)}`) : undefined
  const text = plural ?? find(language, key) ?? key
  return text.replaceAll(/\{\{(\w+)\}\}/g, (gap: string, name: string) => String(values[name] ?? gap))
}

function find(language: string, key: string): string | undefined {
  let found: string | TextTree | undefined = loaded.get(language)
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

const rules = new Map<string, Intl.PluralRules>()

/** Creating one takes longer than using it a hundred times. */
function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

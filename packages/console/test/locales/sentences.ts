export type Sentences = Map<string, string>

export function sentencesOf(words: object, prefix = ''): Sentences {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...sentencesOf(value, `${prefix}${key}.`)],
    ),
  )
}

/** Missing, surplus and untranslated texts. Only English has singular forms. */
export function findMismatches(english: Sentences, translation: Sentences, sameEverywhere: RegExp): string[] {
  const mismatches: string[] = []
  for (const [key, original] of english) {
    if (key.endsWith('_one')) continue
    const sentence = translation.get(key)
    const why = sentence === undefined ? 'is missing' : explainMismatch(sentence, original, sameEverywhere)
    if (why) mismatches.push(`${key} ${why}`)
  }
  for (const key of translation.keys()) {
    if (!english.has(key) || key.endsWith('_one')) mismatches.push(`${key} is not in English`)
  }
  return mismatches
}

function explainMismatch(sentence: string, original: string, sameEverywhere: RegExp): string | undefined {
  if (sentence.trim() === '') return 'is empty'
  if (placeholdersIn(sentence).join() !== placeholdersIn(original).join()) return 'has other placeholders'
  return sentence === original && !sameEverywhere.test(sentence) ? 'is English' : undefined
}

/** Placeholders, and code that must stay as it is. */
export function placeholdersIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{?\w+\}\}?|`[^`]*`/g)].map(([gap]) => gap).sort()
}

/** The key as it is in code; the count selects the plural form. */
export function withoutForm(key: string): string {
  return key.replace(/_(one|other)$/, '')
}

/** Keys are used as t('area.key') or t(`area.${part}.key`). File names look similar. */
export function keysUsedIn(code: string, areas: readonly string[]): RegExp[] {
  const key = new RegExp(`['"\`]((?:${areas.join('|')})\\.(?:\\$\\{[^}]*\\}|[\\w.-])+)['"\`]`, 'g')
  const names = [...code.matchAll(key)]
    .map(([, named = '']) => named)
    .filter((named) => !/^\w+\.(json|csv)$/.test(named))
  return names.map((named) => {
    const pieces = named.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'))
    return new RegExp(`^${pieces.join('[\\w-]+')}$`)
  })
}

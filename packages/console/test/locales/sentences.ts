export type Sentences = Map<string, string>

export function sentencesOf(words: object, prefix = ''): Sentences {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...sentencesOf(value, `${prefix}${key}.`)],
    ),
  )
}

/** What a translation has not, has too much or has left in English. Only English has a form for one. */
export function findUnlike(english: Sentences, translation: Sentences, sameEverywhere: RegExp): string[] {
  const unlike: string[] = []
  for (const [key, measure] of english) {
    if (key.endsWith('_one')) continue
    const sentence = translation.get(key)
    const why = sentence === undefined ? 'is not said' : whyUnlike(sentence, measure, sameEverywhere)
    if (why) unlike.push(`${key} ${why}`)
  }
  for (const key of translation.keys()) {
    if (!english.has(key) || key.endsWith('_one')) unlike.push(`${key} is not said in English`)
  }
  return unlike
}

function whyUnlike(sentence: string, measure: string, sameEverywhere: RegExp): string | undefined {
  if (sentence.trim() === '') return 'is empty'
  if (gapsIn(sentence).join() !== gapsIn(measure).join()) return 'has other gaps'
  return sentence === measure && !sameEverywhere.test(sentence) ? 'is English' : undefined
}

/** What is filled in, and what is to be typed as it is. */
export function gapsIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{?\w+\}\}?|`[^`]*`/g)].map(([gap]) => gap).sort()
}

/** The key that code names; the form for one or many is chosen by the number. */
export function withoutForm(key: string): string {
  return key.replace(/_(one|other)$/, '')
}

/** Keys stand in code as t('area.key'), or with a part filled in as t(`area.${part}.key`). Names of files look alike. */
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

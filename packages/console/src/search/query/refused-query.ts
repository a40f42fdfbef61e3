import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import type { Texts } from '../../locales/language.ts'

type RefusedWhy = Exclude<keyof Texts['search']['refused'], `tooManySaved_${string}`> | 'tooManySaved'

type RefusedQuery = { why: RefusedWhy; gaps: { choices?: string; count?: number } }

const known: readonly [RegExp, RefusedWhy][] = [
  [/^q contains (?:before|after):/i, 'day'],
  [/^q contains type:.*; the types are (?<choices>[\w, ]+)/is, 'type'],
  [/^q contains has:/i, 'has'],
  [/^You have (?<count>\d+) saved searches, which is the limit/, 'tooManySaved'],
]

/** Parses what the service says about a search, so that it can be translated. Only searches need these texts. */
export function findRefusedQuery(sentence: string): RefusedQuery | undefined {
  for (const [pattern, why] of known) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const { choices, count } = found.groups ?? {}
    return {
      why,
      gaps: { ...(choices !== undefined && { choices }), ...(count !== undefined && { count: Number(count) }) },
    }
  }
  return undefined
}

/** The service's message in the current language, to be shown beside the field. */
export function useRefusedQueryText(): (sentence: string) => string {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  return (sentence) => {
    const refused = findRefusedQuery(sentence)
    if (!refused) return refusalText(sentence)
    // Key and values belong together, but the types cannot express which values go with which key.
    const say = t as (key: `search.refused.${RefusedWhy}`, gaps: RefusedQuery['gaps']) => string
    return say(`search.refused.${refused.why}`, refused.gaps)
  }
}

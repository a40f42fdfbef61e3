import type { QaMode } from '@innkeeper/contract'
import { modeOf } from '../rule-patterns.ts'
import type { AnsweringRule, Found } from './assistant.ts'
import { buildAutomaton } from './automaton.ts'
import { fold } from './fold.ts'
import { standsAlone } from './word-edge.ts'

/** Finds the rules whose keywords a text holds or is. Rules of other modes need more time and are looked for elsewhere. */
export type Matcher = {
  /** Each rule once, by its longest keyword; in no order. */
  find(text: string): Found[]
  /** About how much memory it takes. */
  sizeBytes: number
}

type Keyword = { rule: number; keyword: string }

export function compileMatcher(rules: readonly AnsweringRule[], channelMode: QaMode): Matcher {
  const words: string[] = []
  const keywords: Keyword[] = []
  const exact = new Map<string, Keyword[]>()
  let sizeBytes = 0
  for (const [rule, one] of rules.entries()) {
    const mode = modeOf(one, channelMode)
    if (mode !== 'keyword' && mode !== 'exact') continue
    for (const keyword of one.keywords) {
      const folded = foldKeyword(keyword)
      sizeBytes += 64 + folded.length * 2
      if (mode === 'exact') exact.set(folded, [...(exact.get(folded) ?? []), { rule, keyword }])
      else {
        words.push(folded)
        keywords.push({ rule, keyword })
      }
    }
  }
  const automaton = buildAutomaton(words)
  return {
    sizeBytes: sizeBytes + automaton.sizeBytes,
    find(text) {
      const folded = fold(text)
      const found = new Map<number, Found>()
      const note = ({ rule, keyword }: Keyword, length: number) => {
        if ((found.get(rule)?.length ?? 0) < length) found.set(rule, { rule, by: keyword, length, score: null })
      }
      if (words.length > 0) {
        automaton.scan(folded, (word, end) => {
          const { length } = words[word] as string
          if (standsAlone(folded, end - length, end)) note(keywords[word] as Keyword, length)
        })
      }
      if (exact.size > 0) {
        const whole = folded.trim()
        for (const keyword of exact.get(whole) ?? []) note(keyword, whole.length)
      }
      return found.size === 0 ? none : [...found.values()]
    },
  }
}

const none: Found[] = []

/** Spaces around a keyword are a slip of the hand, and would keep it from ever matching. */
export function foldKeyword(keyword: string): string {
  return fold(keyword).trim()
}

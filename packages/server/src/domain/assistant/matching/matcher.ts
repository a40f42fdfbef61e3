import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../answering/assistant.ts'
import { buildAutomaton, scan } from './automaton.ts'
import { foldKeyword } from './fold.ts'
import { foldText } from './folded-text.ts'
import { modeOf } from './rule-patterns.ts'

/**
 * Finds the rules whose keywords are in a text, or are the text. Rules with other match modes need more time and are matched
 * elsewhere.
 */
export type Matcher = {
  /** Each rule once, by its longest keyword; in no order. */
  find(text: string): Found[]
  /** About how much memory it takes, besides the rules. */
  sizeBytes: number
}

type Listening = Pick<AnsweringRule, 'keywords' | 'match'>

export function compileMatcher(rules: readonly Listening[], channelMode: QaMode): Matcher {
  const { words, keywords, ruleOf, isExact } = gatherWords(rules, channelMode)
  if (words.length === 0) return { find: () => [], sizeBytes: 100 }
  const automaton = buildAutomaton(words)
  // The index of a rule among those found. Never cleared: a leftover of another text refers to another rule there, or none.
  const placeOf = new Int32Array(rules.length)
  return {
    sizeBytes: automaton.sizeBytes + words.length * 13 + rules.length * 4 + 1500,
    find(text) {
      // Spaces around a text are ignored. They are removed first: signs such as ´ fold to a space and an accent.
      const folded = foldText(text.trim())
      const found: Found[] = []
      scan(automaton, folded, (word, start, end) => {
        const length = end - start
        if (isExact[word] === 1 && length !== folded.length) return
        const rule = ruleOf[word] as number
        const place = placeOf[rule] as number
        const known = place < found.length ? found[place] : undefined
        const by = keywords[word] as string
        if (known?.rule !== rule) placeOf[rule] = found.push({ rule, by, length, score: null }) - 1
        else if (known.length < length) found[place] = { rule, by, length, score: null }
      })
      return found
    },
  }
}

/** For each folded word, where it comes from; in flat arrays, because there may be ten thousand channels with some each. */
function gatherWords(rules: readonly Listening[], channelMode: QaMode) {
  const keywords: string[] = []
  const ruleOf: number[] = []
  const isExact: number[] = []
  for (const [rule, one] of rules.entries()) {
    const mode = modeOf(one, channelMode)
    if (mode !== 'keyword' && mode !== 'exact') continue
    for (const keyword of one.keywords) {
      keywords.push(keyword)
      ruleOf.push(rule)
      isExact.push(mode === 'exact' ? 1 : 0)
    }
  }
  return {
    keywords,
    words: keywords.map(foldKeyword),
    ruleOf: new Int32Array(ruleOf),
    isExact: new Uint8Array(isExact),
  }
}

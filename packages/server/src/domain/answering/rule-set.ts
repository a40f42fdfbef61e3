import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from './assistant.ts'
import { compileMatcher } from './matcher.ts'
import { compilePatterns, type PatternPlace } from './patterns.ts'
import { createLikeness } from './similar.ts'

/** What of a rule decides whether a text matches it. */
export type MatchingRule = Pick<AnsweringRule, 'keywords' | 'question' | 'match'>

/** Rules in every mode but `ai`, ready to be looked for in texts. */
export type CompiledRules = {
  /** Goes on with making them ready until `isOver`; true when they are. */
  makeReady(isOver: () => boolean): boolean
  /** Each rule once. Calls `between` after each pattern: it may throw when time is up. */
  find(text: string, between: (place: PatternPlace) => void): Found[]
  /** About how much memory they take by now. */
  sizeBytes(): number
}

export function compileRules(rules: readonly MatchingRule[], mode: QaMode): CompiledRules {
  const matcher = compileMatcher(rules, mode)
  const patterns = compilePatterns(rules, mode)
  const likeness = createLikeness(rules, mode)
  const ruleBytes = rules.reduce((sum, rule) => sum + 200 + 2 * JSON.stringify(rule).length, 0)
  return {
    makeReady: patterns.makeReady,
    // A rule has one mode, so it is found by one of them at most.
    find: (text, between) => [...matcher.find(text), ...patterns.find(text, between), ...likeness.find(text)],
    sizeBytes: () => ruleBytes + matcher.sizeBytes + patterns.sizeBytes() + likeness.sizeBytes,
  }
}

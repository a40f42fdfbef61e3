import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from './assistant.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { compilePatterns, type PatternPlace } from './patterns.ts'
import { buildLikeness } from './similar.ts'

/** What of a rule decides whether a text matches it. */
export type MatchingRule = Pick<AnsweringRule, 'keywords' | 'question' | 'match'>

/** Rules in every mode but `ai`, ready to be looked for in texts. */
export type CompiledRules = {
  /** Goes on with making them ready until `isOver`, by one step at least; true when they are. */
  makeReady(isOver: () => boolean): boolean
  /** Each rule once. Calls `between` after each pattern: it may throw when time is up. */
  find(text: string, between: (place: PatternPlace) => void): Found[]
  /** About how much memory they take by now. */
  sizeBytes(): number
}

export function compileRules(rules: readonly MatchingRule[], mode: QaMode): CompiledRules {
  const patterns = compilePatterns(rules, mode)
  const steps = buildMatchers(rules, mode)
  let matchers: Matcher[] | undefined
  const makeReady = (isOver: () => boolean) => {
    while (!matchers) {
      const step = steps.next()
      if (step.done) matchers = step.value
      else if (isOver()) return false
    }
    return patterns.makeReady(isOver)
  }
  const ruleBytes = rules.reduce((sum, rule) => sum + 200 + 2 * JSON.stringify(rule).length, 0)
  return {
    makeReady,
    find(text, between) {
      if (!matchers) makeReady(() => false)
      // A rule has one mode, so it is found by one of them at most.
      return [...(matchers ?? []).flatMap((one) => one.find(text)), ...patterns.find(text, between)]
    },
    sizeBytes: () => (matchers ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, ruleBytes + patterns.sizeBytes()),
  }
}

/** In steps: ten thousand questions take seconds. */
function* buildMatchers(rules: readonly MatchingRule[], mode: QaMode): Generator<void, Matcher[]> {
  const keywords = compileMatcher(rules, mode)
  yield
  return [keywords, yield* buildLikeness(rules, mode)]
}

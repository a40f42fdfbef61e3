import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../answering/assistant.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { compilePatterns, type PartlyFound, type PatternPosition } from './patterns.ts'
import { buildLikeness } from './similar.ts'

/** The parts of a rule that decide whether a text matches it. */
export type MatchingRule = Pick<AnsweringRule, 'keywords' | 'question' | 'match'>

/** Rules in every mode except `ai`, ready for matching. */
export type CompiledRules = {
  /** Continues preparing them until `isOver`, by one step at least; true when they are ready. */
  makeReady(isOver: () => boolean): boolean
  /**
   * Each rule once. Checks after each pattern whether its turn is over; `from` continues where an earlier turn ended, and then
   * a rule may be found again by another of its patterns: `joinFound` merges the parts.
   */
  find(text: string, isOver: (place: PatternPosition) => boolean, from?: number): PartlyFound
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
    find(text, isOver, from = 0) {
      if (!matchers) makeReady(() => false)
      const { found, next } = patterns.find(text, isOver, from)
      if (from > 0) return { found, next }
      // A rule has one mode, so it is found by one of them at most.
      return { found: [...(matchers ?? []).flatMap((one) => one.find(text)), ...found], next }
    },
    sizeBytes: () => (matchers ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, ruleBytes + patterns.sizeBytes()),
  }
}

/** Of one text, searched in several turns: each rule once, by its longest match. */
export function joinFound(before: readonly Found[], more: readonly Found[]): Found[] {
  const longest = new Map(before.map((one) => [one.rule, one]))
  for (const one of more) {
    if (one.length > (longest.get(one.rule)?.length ?? -1)) longest.set(one.rule, one)
  }
  return [...longest.values()]
}

/** In steps: ten thousand questions take seconds. */
function* buildMatchers(rules: readonly MatchingRule[], mode: QaMode): Generator<void, Matcher[]> {
  const keywords = compileMatcher(rules, mode)
  yield
  return [keywords, yield* buildLikeness(rules, mode)]
}

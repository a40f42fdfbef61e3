import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule } from '../answering/assistant.ts'
import { findTimingProblem, type Timing } from '../answering/check-schedule.ts'
import { foldKeyword } from '../matching/fold.ts'
import { findPatternProblem } from '../matching/patterns.ts'
import {
  countPatterns,
  keywordUnits,
  modeOf,
  mostKeywordUnits,
  mostPatterns,
  mostRules,
} from '../matching/rule-patterns.ts'

type Listening = Pick<AnsweringRule, 'keywords' | 'match'>

/** The parts of a rule that can be wrong in ways that no schema detects. */
export type CheckedRule = Listening & Timing

/**
 * Why a rule can't be saved, or undefined: a sentence that starts with the path of the property, such as `keywords[2] …`. Fast
 * enough for a transaction: patterns are parsed, not compiled.
 */
export function findRuleProblem(rule: CheckedRule, channelMode: QaMode, timezone: string): string | undefined {
  return findKeywordProblem(rule, channelMode) ?? findTimingProblem(rule, timezone)
}

/** Why a channel can't have these rules, each of which is valid by itself, or undefined. */
export function findChannelProblem(rules: readonly Listening[], channelMode: QaMode): string | undefined {
  if (rules.length > mostRules) return `A channel holds at most ${mostRules} rules; delete one first`
  const units = rules.reduce((sum, { keywords }) => sum + keywordUnits(keywords), 0)
  if (units > mostKeywordUnits) return tooManyKeywords(units)
  const patterns = countPatterns(rules, channelMode)
  if (patterns <= mostPatterns) return undefined
  return `A channel holds at most ${mostPatterns} patterns, and these would be ${patterns}; use another mode for some rules`
}

export function tooManyKeywords(units: number): string {
  return `The keywords of a channel hold at most ${mostKeywordUnits} characters, and these would be ${units}; use fewer or shorter ones`
}

/** Why the rules of a channel don't support this match mode, or undefined: a sentence that names the rule. */
export function findModeProblem(
  rules: readonly (Listening & { id: string; question: string })[],
  mode: QaMode,
): string | undefined {
  if (mode !== 'regex') return undefined
  const full = findChannelProblem(rules, mode)
  if (full) return `qa.mode cannot be regex: ${full}`
  for (const { id, question, match, keywords } of rules) {
    const problem = match === null ? findBadPattern(keywords) : undefined
    if (problem) return `qa.mode cannot be regex: in rule ${id} (${question}) ${problem}`
  }
  return undefined
}

/** Spaces and invisible characters. */
const unseen = /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u

function findKeywordProblem(rule: Listening, channelMode: QaMode): string | undefined {
  const isPattern = modeOf(rule, channelMode) === 'regex'
  const places = new Map<string, number>()
  for (const [index, keyword] of rule.keywords.entries()) {
    const folded = foldKeyword(keyword)
    if (unseen.test(folded)) return `keywords[${index}] is blank; write the text to look for`
    // Patterns aren't folded: \s and \S differ.
    const name = isPattern ? keyword : folded
    const before = places.get(name)
    if (before !== undefined) return `keywords[${index}] is the same as keywords[${before}]; leave one of them out`
    places.set(name, index)
  }
  return isPattern ? findBadPattern(rule.keywords) : undefined
}

function findBadPattern(keywords: readonly string[]): string | undefined {
  for (const [index, keyword] of keywords.entries()) {
    const problem = findPatternProblem(keyword)
    if (problem) return `keywords[${index}] ${JSON.stringify(keyword)} is not a valid pattern: ${problem}`
  }
  return undefined
}

import type { QaMode } from '@innkeeper/contract'

export const mostRules = 10_000
export const mostPatterns = 200
/** For all keywords of a channel together, including quotation marks. In memory they take several times as much. */
export const mostKeywordUnits = 1_000_000

type Matching = { keywords: readonly string[]; match: QaMode | null }

export function modeOf(rule: Pick<Matching, 'match'>, channelMode: QaMode): QaMode {
  return rule.match ?? channelMode
}

/** What keywords count against that limit. */
export function keywordUnits(keywords: readonly string[]): number {
  return JSON.stringify(keywords).length
}

export function countPatterns(rules: readonly Matching[], channelMode: QaMode): number {
  return rules.reduce((sum, rule) => sum + (modeOf(rule, channelMode) === 'regex' ? rule.keywords.length : 0), 0)
}

import type { QaMode } from '@innkeeper/contract'

export const mostRules = 10_000
export const mostPatterns = 200

type Matching = { keywords: readonly string[]; match: QaMode | null }

export function modeOf(rule: Pick<Matching, 'match'>, channelMode: QaMode): QaMode {
  return rule.match ?? channelMode
}

export function countPatterns(rules: readonly Matching[], channelMode: QaMode): number {
  return rules.reduce((sum, rule) => sum + (modeOf(rule, channelMode) === 'regex' ? rule.keywords.length : 0), 0)
}

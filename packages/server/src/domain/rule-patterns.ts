import type { QaMode } from '@innkeeper/contract'
import { RE2JS } from 're2js'

export const mostRules = 10_000
export const mostPatterns = 200

type Matching = { keywords: readonly string[]; match: QaMode | null }

export function modeOf(rule: Pick<Matching, 'match'>, channelMode: QaMode): QaMode {
  return rule.match ?? channelMode
}

/** Why the first bad pattern of these keywords is none, or undefined when all can be compiled. */
export function findBadPattern(keywords: readonly string[]): string | undefined {
  for (const keyword of keywords) {
    const reason = whyNoPattern(keyword)
    if (reason) return `${JSON.stringify(keyword)} is not a valid pattern: ${reason}`
  }
  return undefined
}

export function countPatterns(rules: readonly Matching[], channelMode: QaMode): number {
  return rules.reduce((sum, rule) => sum + (modeOf(rule, channelMode) === 'regex' ? rule.keywords.length : 0), 0)
}

function whyNoPattern(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
  }
}

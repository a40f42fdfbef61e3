import type { Explanation } from '@innkeeper/contract'

/** Why no rule replies: none matches, those that match are off, or they're stopped by a schedule or a cooldown as well. */
export function explainNoRule({ rules }: Pick<Explanation, 'rules'>): {
  reason: 'none' | 'off' | 'stopped'
  count: number
} {
  const matching = rules.filter(({ matched }) => matched)
  const count = matching.length
  if (count === 0) return { reason: 'none', count }
  return { reason: matching.every(({ stoppedBy }) => stoppedBy === 'disabled') ? 'off' : 'stopped', count }
}

type ExplainedRule = Explanation['rules'][number]

/** Why a rule that matches, too, comes after the one that replies. */
export function explainDefeat(
  rule: ExplainedRule,
  winner: ExplainedRule,
): 'priority' | 'shorterKeyword' | 'comesLater' {
  if (winner.priority > rule.priority) return 'priority'
  const isByKeyword = rule.mode === 'keyword' && winner.mode === 'keyword'
  const lengthOf = ({ matchedBy }: ExplainedRule) => [...(matchedBy ?? '')].length
  return isByKeyword && lengthOf(winner) > lengthOf(rule) ? 'shorterKeyword' : 'comesLater'
}

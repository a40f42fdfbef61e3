import type { Explanation, Rule } from '@innkeeper/contract'

type Explained = Pick<Explanation, 'ruleId' | 'silence' | 'rules'>

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

/**
 * Whether a rule that's off would have replied if it were on. A rule that's limited to certain times may be outside of them, so
 * the answer for it is no.
 */
export function wouldReplyIfOn(
  { ruleId, silence, rules }: Explained,
  own: Pick<Rule, 'id' | 'schedule' | 'activeFrom' | 'activeUntil'>,
): boolean {
  if (silence !== null && silence !== 'no-rule') return false
  if (own.schedule.length > 0 || own.activeFrom !== null || own.activeUntil !== null) return false
  // Rules that match come first, the best one at the top.
  const first = rules.find(({ ruleId: id, stoppedBy }) => id === own.id || id === ruleId || stoppedBy === null)
  return first?.ruleId === own.id && first.matched && first.stoppedBy === 'disabled'
}

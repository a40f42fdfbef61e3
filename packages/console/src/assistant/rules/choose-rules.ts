import type { QaMode, Rule } from '@innkeeper/contract'
import { fold } from '../../ui/fold-text.ts'

export const ruleStates = ['on', 'off', 'never-hit', 'failed'] as const

export type RuleState = (typeof ruleStates)[number]

export type RuleCriteria = { text: string; mode: QaMode | null; state: RuleState | null }

export const anyRule: RuleCriteria = { text: '', mode: null, state: null }

export function isFiltered({ text, mode, state }: RuleCriteria): boolean {
  return text.trim() !== '' || mode !== null || state !== null
}

/** The rules that match the filters, in their order of precedence. */
export function chooseRules(rules: readonly Rule[], criteria: RuleCriteria, channelMode: QaMode): readonly Rule[] {
  if (!isFiltered(criteria)) return rules
  const text = fold(criteria.text)
  return rules.filter(
    (rule) =>
      (criteria.mode === null || (rule.match ?? channelMode) === criteria.mode) &&
      (criteria.state === null || isIn(criteria.state, rule)) &&
      (text === '' || textsOf(rule).some((one) => fold(one).includes(text))),
  )
}

function isIn(state: RuleState, { enabled, hits, lastFailure }: Rule): boolean {
  if (state === 'never-hit') return hits === 0
  if (state === 'failed') return lastFailure !== null
  return enabled === (state === 'on')
}

function textsOf({ question, keywords, answer, answers }: Rule): string[] {
  return [question, ...keywords, answer, ...answers]
}

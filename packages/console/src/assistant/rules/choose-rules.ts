import type { QaMode, Rule } from '@innkeeper/contract'
import { fold } from '../../ui/fold-text.ts'

export const ruleStates = ['on', 'off', 'never-hit', 'failed'] as const

export type RuleState = (typeof ruleStates)[number]

export type RuleWish = { text: string; mode: QaMode | null; state: RuleState | null }

export const anyRule: RuleWish = { text: '', mode: null, state: null }

export function isFiltered({ text, mode, state }: RuleWish): boolean {
  return text.trim() !== '' || mode !== null || state !== null
}

/** Those that fit, in the order in which they go before each other. */
export function chooseRules(rules: readonly Rule[], wish: RuleWish, channelMode: QaMode): readonly Rule[] {
  if (!isFiltered(wish)) return rules
  const text = fold(wish.text)
  return rules.filter(
    (rule) =>
      (wish.mode === null || (rule.match ?? channelMode) === wish.mode) &&
      (wish.state === null || isIn(wish.state, rule)) &&
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

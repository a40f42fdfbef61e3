import type { Rule } from '@innkeeper/contract'
import { standardRule } from '../answering/assistant.ts'
import type { RuleContent } from './assistant-state.ts'

const {
  enabled: _enabled,
  priority: _priority,
  match: _match,
  ...rest
} = standardRule satisfies Partial<Rule> as Pick<Rule, keyof typeof standardRule>

/** The properties of a rule without a column of their own, with their defaults. */
export const standardRest = rest

/** What the author of a rule decides, in the columns of its table and in their order. */
export function ruleColumns(rule: RuleContent) {
  return {
    keywords: JSON.stringify(rule.keywords),
    question: rule.question,
    answer: rule.answer,
    enabled: rule.enabled ? 1 : 0,
    priority: rule.priority,
    match: rule.match,
    more: toMore(rule),
  }
}

/** As the schema counts them. */
export function ruleBytes(rule: RuleContent): number {
  const { keywords, question, answer, more } = ruleColumns(rule)
  return [keywords, question, answer, more].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** As text, without the defaults. */
function toMore(rule: RuleContent): string {
  const names = Object.keys(standardRest) as (keyof typeof standardRest)[]
  const own = names.filter((name) => JSON.stringify(rule[name]) !== JSON.stringify(standardRest[name]))
  return JSON.stringify(Object.fromEntries(own.map((name) => [name, rule[name]])))
}

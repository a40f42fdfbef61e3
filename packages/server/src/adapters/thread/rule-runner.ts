import { compileMatcher } from '../../domain/answering/matcher.ts'
import type { RuleRunner } from '../../ports/rule-runner.ts'

export function createRuleRunner(): RuleRunner {
  return {
    async match({ rules, mode }, texts) {
      const matcher = compileMatcher(rules, mode)
      return texts.map((text) => matcher.find(text))
    },
    async close() {},
  }
}

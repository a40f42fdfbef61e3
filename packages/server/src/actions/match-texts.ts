import type { Found } from '../domain/answering/assistant.ts'
import { invalid } from '../domain/refusal.ts'
import { type RuleRunner, type RuleSet, TooSlow } from '../ports/rule-runner.ts'

/** For a caller who waits: what takes too long is a refusal that names the pattern, where there is one to blame. */
export async function matchTexts(
  runner: RuleRunner,
  set: RuleSet,
  texts: readonly string[],
  limitMs: number,
  signal?: AbortSignal,
): Promise<Found[][]> {
  try {
    return await runner.match(set, texts, limitMs, signal)
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    const rule = error.culprit && set.rules[error.culprit.rule]
    if (!error.culprit || !rule) throw invalid('Looking for rules took too long; use fewer or simpler patterns')
    const { pattern } = error.culprit
    throw invalid(
      `Looking for rules took too long, mostly for the pattern ${JSON.stringify(pattern)} of rule ${rule.id}; make it simpler`,
    )
  }
}

import type { Found } from '../../domain/assistant/answering/assistant.ts'
import { TooSlow } from '../../domain/assistant/answering/undecided.ts'
import { invalid } from '../../domain/refusal.ts'
import type { MatchLimits, RuleRunner, RuleSet } from '../../ports/rule-runner.ts'
import type { ChannelGrant } from '../access.ts'

/** For a caller who waits. Exceeding the time limit is refused, naming the slow pattern if there is one. */
export async function matchTexts(
  runner: RuleRunner,
  { userId, channel: { channelNo } }: ChannelGrant,
  set: RuleSet,
  texts: readonly string[],
  limits: MatchLimits,
): Promise<Found[][]> {
  try {
    return await runner.match(set, texts, { channelNo, userId, purpose: 'trial' }, limits)
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    const rule = error.culprit && set.rules[error.culprit.rule]
    if (!error.culprit || !rule) throw invalid('Looking for rules took too long; use fewer or simpler patterns')
    const { pattern } = error.culprit
    throw invalid(
      `Looking for rules took too long, mostly because of the pattern ${JSON.stringify(pattern)} of rule ${rule.id}; simplify it`,
    )
  }
}

import { createHash } from 'node:crypto'
import type { Assistant } from '../../domain/assistant/answering/assistant.ts'
import { type Draft, draftAssistant } from '../../domain/assistant/answering/draft-assistant.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelRecord } from '../../ports/records.ts'
import type { RuleSet } from '../../ports/rule-runner.ts'
import type { Store } from '../../ports/store.ts'
import { refuseUnconfiguredModel } from './assistant.ts'

type Deps = { store: Store; clock: Clock; hasModel: boolean }

/** The assistant as it would be with a draft. Ignores a temporary mute, which says nothing about other times. */
export async function loadDraft(
  { store, clock, hasModel }: Deps,
  channelNo: number,
  channel: ChannelRecord,
  draft: Draft,
): Promise<Assistant> {
  refuseUnconfiguredModel(hasModel, 'rule.match', draft.rule?.match)
  const [{ assistant }, rules] = await Promise.all([
    store.getAssistant(channelNo),
    store.listRules(channelNo, undefined),
  ])
  const state = {
    config: channel.assistant,
    welcome: channel.welcome,
    groupRules: channel.groupRules,
    rules: rules.map(({ rule, position }) => ({ ...rule, createdAt: position.createdAt })),
  }
  return draftAssistant({ assistant: { ...assistant, quietUntil: null }, state, hasModel, at: clock() }, draft)
}

/** Keyed by content, so that repeating a trial reuses the compiled rules instead of adding another copy. */
export function nameRules({ qa: { mode }, rules }: Pick<Assistant, 'qa' | 'rules'>): RuleSet {
  const matching = rules.map(({ keywords, question, match }) => [keywords, question, match])
  const hash = createHash('sha256')
    .update(JSON.stringify([mode, matching]))
    .digest('base64url')
  return { key: `replay ${hash}`, mode, rules }
}

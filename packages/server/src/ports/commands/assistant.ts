import type {
  AssistantConfigChange,
  GroupRulesChange,
  NewRule,
  RuleChange,
  SendFailure,
  WelcomeChange,
} from '@innkeeper/contract'
import type { Found, Question } from '../../domain/assistant/answering/assistant.ts'
import type { ModelLimits } from '../../domain/assistant/answering/model-shares.ts'
import type { PlanHead, StagedEdit } from '../../domain/assistant/rules/assistant-plan.ts'
import type { InChannel, OfEdition, OfRequest } from './authority.ts'

/** Of the assistant: its rules and versions, and its answers. */
export type AssistantCommand =
  | ({ kind: 'change-assistant-config'; change: AssistantConfigChange } & OfEdition & InChannel)
  | ({ kind: 'change-welcome'; change: WelcomeChange } & OfEdition & InChannel)
  | ({ kind: 'change-group-rules'; change: GroupRulesChange } & OfEdition & InChannel)
  | ({ kind: 'create-rule'; rule: NewRule } & InChannel)
  | ({ kind: 'update-rule'; ruleId: string; change: RuleChange } & OfEdition & InChannel)
  | ({ kind: 'delete-rule'; ruleId: string } & OfEdition & InChannel)
  /** Brings back a rule that was deleted a short while ago, with its id, author, age and statistics. */
  | ({ kind: 'restore-rule'; ruleId: string } & InChannel)
  /** A picture that was uploaded for answers. */
  | ({ kind: 'keep-rule-picture'; sha256: string; contentType: string } & InChannel)
  /** Checks the next `limit` pictures, and deletes those that no rule and no version uses. */
  | { kind: 'drop-rule-pictures'; at: number; limit: number }
  /** Statistics of rules that were deleted too long ago to be brought back. */
  | { kind: 'forget-rules'; at: number }
  /**
   * An import, or the restoration of a version, is planned outside and staged in slices, so that no one waits for the whole of
   * it. Refused while another one of the channel is running, or too many of others.
   */
  | ({ kind: 'begin-import'; importId: string; plan: Pick<PlanHead, 'versionBytes' | 'rulesBytes'> } & InChannel)
  /** `first`: the index of its first edit among all. */
  | { kind: 'stage-import'; at: number; importId: string; first: number; edits: StagedEdit[] }
  /** Activates everything that was staged at once. `restored`: the version that is restored; null: a file is imported. */
  | ({ kind: 'finish-import'; importId: string; plan: PlannedVersion; restored: number | null } & InChannel)
  /** Deletes what finished or abandoned imports staged, `limit` edits at most. `givenUp`: one that this ends. */
  | { kind: 'drop-imports'; at: number; limit: number; givenUp?: string }
  /**
   * Brings the versions of assistants closer to their limits, by `limit` edits at most: of one channel, or of the next one after
   * `after` that needs it.
   */
  | { kind: 'thin-versions'; of: { channelId: string } | { after: number }; limit: number }
  /** Null removes the name. */
  | ({ kind: 'label-version'; version: number; label: string | null } & InChannel)
  /**
   * Decides about a text that was matched outside, and plans the answer. Repeating it has no effect. `mayAskModel`: if no rule
   * answers and some are for the model, asking it is planned. `modelRuleIds`: those rules, because a transaction doesn't load
   * all rules of a large assistant.
   */
  | ({
      kind: 'answer-question'
      at: number
      channelId: string
      question: Question
      found: FoundRule[]
      mayAskModel?: boolean
      modelRuleIds?: string[]
    } & OfRequest)
  /** Plans the answer that a model chose, unless it can't be sent by now. Repeating it has no effect. */
  | ({ kind: 'answer-chosen'; at: number; channelId: string; question: Question; chosen: Chosen } & OfRequest)
  /** Why a message has no answer: an entry of the send log instead of the answer. Repeating it has no effect. */
  | {
      kind: 'leave-unanswered'
      at: number
      channelId: string
      question: Question
      failure: SendFailure
      reason: string
      /** The rule that caused it, if there is one. */
      ruleId?: string | undefined
    }
  /**
   * Counts a question to a model before it is asked, or corrects the count afterwards. `userId`: who asked; null: unknown, so
   * it counts for the channel's owner. `limits`: null for a correction, because what was spent is spent.
   */
  | {
      kind: 'count-tokens'
      at: number
      channelId: string
      userId: string | null
      requests: number
      tokens: number
      limits: ModelLimits | null
    }

/** A plan without its edits. `rules`: how many of them are created, changed and deleted. */
type PlannedVersion = Pick<PlanHead, 'baseVersion' | 'parts' | 'edits' | 'versionBytes'> & {
  rules: { created: number; changed: number; deleted: number }
}

/** A rule that matched, by its id: rules may have changed since. */
export type FoundRule = Omit<Found, 'rule'> & { ruleId: string }

/** What a model chose; which rules and how many passages of the group's rules it was offered; and what that cost. */
export type Chosen = {
  choice: { kind: 'rule'; ruleId: string } | { kind: 'passage'; text: string }
  offered: { ruleIds: string[]; passages: number }
  tokens: number
}

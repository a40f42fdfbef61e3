import type { AssistantFile } from '@innkeeper/contract'
import type { PlanHead, StagedEdit } from '../domain/assistant/rules/assistant-plan.ts'
import type { FileOrigin } from '../domain/assistant/rules/rule-drafts.ts'

/** What an assistant should become. A table is parsed where it is planned, because that takes a while. */
export type PlanRequest =
  | { kind: 'file'; file: AssistantFile; origin: FileOrigin; mode: 'replace' | 'merge' }
  | { kind: 'table'; csv: string; mode: 'replace' | 'merge' }
  | { kind: 'restore'; version: number }

/** Plain data, because it crosses threads. `by`: the author of new rules. `hasModel`: whether there is a language model. */
export type PlanOrder = {
  channelNo: number
  by: string
  at: number
  hasModel: boolean
  dryRun: boolean
  wish: PlanRequest
}

export type OpenPlan = {
  head: PlanHead
  /** The edits, slice by slice; undefined after the last. */
  nextSlice(): Promise<StagedEdit[] | undefined>
}

/**
 * Loads, compares and checks thousands of rules without delaying anyone else. One plan at a time: the next one waits. Rejects
 * with a refusal if the request can't be fulfilled.
 */
export type AssistantPlanner = { withPlan<T>(order: PlanOrder, use: (plan: OpenPlan) => Promise<T>): Promise<T> }

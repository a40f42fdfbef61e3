import type { AssistantFile } from '@innkeeper/contract'
import type { PlanHead, StagedEdit } from '../domain/assistant/rules/assistant-plan.ts'
import type { FileOrigin } from '../domain/assistant/rules/rule-drafts.ts'

/** What an assistant is to become. A table is read where it is planned, because that takes a while. */
export type PlanWish =
  | { kind: 'file'; file: AssistantFile; origin: FileOrigin; mode: 'replace' | 'merge' }
  | { kind: 'table'; csv: string; mode: 'replace' | 'merge' }
  | { kind: 'restore'; version: number }

/** Plain, because it crosses threads. `by`: the author of new rules. `hasModel`: whether there is a language model to ask. */
export type PlanOrder = {
  channelNo: number
  by: string
  at: number
  hasModel: boolean
  dryRun: boolean
  wish: PlanWish
}

export type OpenPlan = {
  head: PlanHead
  /** The edits, slice by slice; undefined after the last. */
  nextSlice(): Promise<StagedEdit[] | undefined>
}

/**
 * Loads, compares and checks thousands of rules without holding up anyone else. One plan at a time: the next one waits. Rejects with
 * a refusal where the wish cannot be fulfilled.
 */
export type AssistantPlanner = { withPlan<T>(order: PlanOrder, use: (plan: OpenPlan) => Promise<T>): Promise<T> }

import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../domain/answering/assistant.ts'

/** Rules under a key that stands for exactly them: what was compiled under it is used again. */
export type RuleSet = { key: string; mode: QaMode; rules: readonly AnsweringRule[] }

/** Looks for the rules that texts match, in every mode but `ai`, away from whatever else runs, and gives up in time. */
export type RuleRunner = {
  /**
   * For each text the rules it matches, each once. Rejects with `TooSlow` when matching has taken `limitMs` of a processor's
   * time; waiting behind others does not count, and making rules ready that were not met before has a limit of its own.
   * Rejects with the signal's reason when that is aborted: nobody waits any more.
   */
  match(rules: RuleSet, texts: readonly string[], limitMs: number, signal?: AbortSignal): Promise<Found[][]>
  close(): Promise<void>
}

/** Matching took longer than it may, or more memory. */
export class TooSlow extends Error {
  /** What took the most time, where one pattern can be named: its place in the list of rules, and itself. */
  readonly culprit: { rule: number; pattern: string } | null
  constructor(message: string, culprit: TooSlow['culprit'] = null) {
    super(message)
    this.name = 'TooSlow'
    this.culprit = culprit
  }
}

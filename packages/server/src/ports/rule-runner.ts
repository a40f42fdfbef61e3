import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../domain/answering/assistant.ts'

/** Rules under a key that stands for exactly them: what was compiled under it is used again. */
export type RuleSet = { key: string; mode: QaMode; rules: readonly AnsweringRule[] }

/** Looks for the rules that texts match, in every mode but `ai`, away from whatever else runs, and gives up in time. */
export type RuleRunner = {
  /** For each text the rules it matches, each once. Rejects with `TooSlow` after `limitMs`. */
  match(rules: RuleSet, texts: readonly string[], limitMs: number): Promise<Found[][]>
  close(): Promise<void>
}

/** Matching took longer than it may; names the pattern where one is to blame. */
export class TooSlow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TooSlow'
  }
}

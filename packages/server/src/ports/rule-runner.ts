import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../domain/assistant/answering/assistant.ts'

/** Rules with a key that identifies exactly them: what was compiled for it is reused. */
export type RuleSet = { key: string; mode: QaMode; rules: readonly AnsweringRule[] }

/** Who the work is for. Time is shared fairly between people, and then between the channels of one person. */
export type MatchFor = {
  channelNo: number
  /** Who asked for a trial; for a message in a chat, the channel's owner. Null: the channel itself. */
  userId: string | null
  /** `live`: a message in a chat waits for its answer. `trial`: explain, replay and conflicts, which never delay live work. */
  purpose: 'live' | 'trial'
}

export type MatchLimits = {
  /** CPU time. Waiting for others doesn't count, and compiling new rules has a limit of its own. */
  limitMs: number
  /** When it is aborted, no one waits any more, and the call rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Finds the rules that texts match, in every mode except `ai`, off the event loop and within a time limit. */
export type RuleRunner = {
  /**
   * For each text the rules it matches, each once. Rejects with `TooSlow` if it exceeded its limit. Live work also with
   * `TooBusy`, if this person's messages took long recently and enough of such work is waiting; trials are bounded by their
   * callers.
   */
  match(rules: RuleSet, texts: readonly string[], whom: MatchFor, limits: MatchLimits): Promise<Found[][]>
  close(): Promise<void>
}

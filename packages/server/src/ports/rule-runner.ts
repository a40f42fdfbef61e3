import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../domain/assistant/answering/assistant.ts'

/** Rules under a key that stands for exactly them: what was compiled under it is used again. */
export type RuleSet = { key: string; mode: QaMode; rules: readonly AnsweringRule[] }

/** Who the work is for. Time is shared fairly between people, and then between the channels of one person. */
export type MatchFor = {
  channelNo: number
  /** Who asked for a trial; for a message in a chat, the channel's owner. Null: the channel stands for itself. */
  userId: string | null
  /** `live`: a message in a chat waits for its answer. `trial`: explain, replay and conflicts, which never delay live work. */
  purpose: 'live' | 'trial'
}

export type MatchLimits = {
  /** Of a processor's time. Waiting for others does not count, and compiling new rules has a limit of its own. */
  limitMs: number
  /** When it is aborted, no one waits any more, and the call rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Looks for the rules that texts match, in every mode but `ai`, off the event loop, and gives up in time. */
export type RuleRunner = {
  /**
   * For each text the rules it matches, each once. Rejects with `TooSlow` when it took longer than it may. Live work also with
   * `TooBusy`, when this person's messages took long lately and enough of such work is waiting; trials are bounded by who asks.
   */
  match(rules: RuleSet, texts: readonly string[], whom: MatchFor, limits: MatchLimits): Promise<Found[][]>
  close(): Promise<void>
}

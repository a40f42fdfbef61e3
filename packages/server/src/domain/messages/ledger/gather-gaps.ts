import type { GapReason } from '@innkeeper/contract'
import type { ServiceSpan } from './heartbeat.ts'
import type { KnownGap } from './known-gap.ts'
import { outages } from './outages.ts'
import { type SavingHappening, type SavingNow, savingGaps } from './saving-gaps.ts'
import { joinSpans } from './span.ts'

/** What is known about a channel's gaps, from different places. */
export type GapFacts = {
  /** When the bot was first seen in the chat. */
  createdAt: number
  serviceSpans: readonly ServiceSpan[]
  /** Of the channel's platform, and the restores of this copy. */
  absences: readonly KnownGap[]
  /** In the order of time. */
  happenings: readonly SavingHappening[]
  now: SavingNow
  /** The last event that could not be read; null: there is none. */
  lastUnreadAt: number | null
}

/** From when on gaps are noticed. Undefined if the service has never noted that it's running. */
export function knownSince({ createdAt, serviceSpans }: GapFacts): number | undefined {
  if (serviceSpans.length === 0) return undefined
  return Math.max(createdAt, Math.min(...serviceSpans.map(({ beganAt }) => beganAt)))
}

/**
 * All gaps of a channel after a time, by when they began. Those of the same reason don't overlap; different reasons can. Without
 * those of which nothing is left after the time.
 */
export function gatherGaps(facts: GapFacts, after: number, at: number): KnownGap[] {
  const all = [...savingGaps(facts.happenings, facts.now, after), ...outages(facts, at)]
  const gaps = [...Map.groupBy(all, ({ reason }) => reason)].flatMap(([reason, some]) => join(reason, some))
  return gaps
    .filter(({ to }) => to === null || to > after)
    .map((gap) => ({ ...gap, from: Math.max(gap.from, after) }))
    .sort((one, other) => one.from - other.from)
}

/** Since when nothing is missing. Undefined if something is missing now, or nothing is known. */
export function wholeSince(facts: GapFacts, at: number): number | undefined {
  const since = knownSince(facts)
  if (since === undefined) return undefined
  const ends = gatherGaps(facts, since, at).map(({ to }) => to)
  if (ends.some((end) => end === null || end >= at)) return undefined
  return Math.max(since, facts.lastUnreadAt ?? since, ...ends.filter((end) => end !== null))
}

function join(reason: GapReason, gaps: readonly KnownGap[]): KnownGap[] {
  const never = Number.MAX_SAFE_INTEGER
  return joinSpans(gaps.map(({ from, to }) => ({ from, to: to ?? never }))).map(({ from, to }) => ({
    reason,
    from,
    to: to === never ? null : to,
  }))
}

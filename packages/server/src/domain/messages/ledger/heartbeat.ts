import { joinSpans, type TimeSpan, uncovered } from './span.ts'

/** A stretch in which a node noted again and again that it was running. */
export type ServiceSpan = { beganAt: number; seenAt: number }

export const beatEveryMs = 30_000
/** Three beats: after that, the process was frozen or its machine asleep, even if the same one goes on. */
const longestPauseMs = 3 * beatEveryMs

/**
 * What a node notes at a beat. It begins a new span if it couldn't note anything for a while, and if its clock went back: otherwise a
 * clock that is set back a day would say that the service was running on that day.
 */
export function nextBeat(span: ServiceSpan | undefined, at: number): ServiceSpan {
  if (!span || at - span.seenAt > longestPauseMs || span.seenAt - at > beatEveryMs) return { beganAt: at, seenAt: at }
  return { beganAt: span.beganAt, seenAt: Math.max(span.seenAt, at) }
}

/** When no node was running. Before the first span, nothing is known. The last node to report is running if its beat isn't late. */
export function whenDown(spans: readonly ServiceSpan[], now: number): TimeSpan[] {
  const lived = joinSpans(spans.map(({ beganAt, seenAt }) => ({ from: beganAt, to: seenAt })))
  const [first, last] = [lived[0], lived.at(-1)]
  if (!first || !last) return []
  const down = uncovered({ from: first.from, to: last.to }, lived)
  return now - last.to > longestPauseMs ? [...down, { from: last.to, to: now }] : down
}

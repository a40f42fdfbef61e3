import { joinSpans, type TimeSpan, uncovered } from './span.ts'

/** A stretch in which a node noted again and again that it was running. */
export type ServiceSpan = { beganAt: number; seenAt: number }

export const beatEveryMs = 30_000
/** Three beats: after that, the process was frozen or its machine asleep, even if the same one goes on. */
export const longestPauseMs = 3 * beatEveryMs

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

export type NodeSpan = ServiceSpan & { node: string }

/**
 * Spans that ended before a time and overlap say the same as one of them that lasts longer. Returns those to delete, and those that now
 * last until `seenAt`. The time in which no node was running stays exactly the same.
 */
export function condenseSpans(
  spans: readonly NodeSpan[],
  before: number,
): { deleted: NodeSpan[]; prolonged: NodeSpan[] } {
  const ended = spans.filter(({ seenAt }) => seenAt < before).toSorted((one, other) => one.beganAt - other.beganAt)
  const going = spans.filter(({ seenAt }) => seenAt >= before)
  const deleted: NodeSpan[] = []
  const kept: { span: NodeSpan; seenAt: number }[] = []
  for (const span of ended) {
    const last = kept.at(-1)
    if (last && span.beganAt <= last.seenAt) {
      last.seenAt = Math.max(last.seenAt, span.seenAt)
      deleted.push(span)
    } else kept.push({ span, seenAt: span.seenAt })
  }
  const prolonged: NodeSpan[] = []
  for (const { span, seenAt } of kept) {
    if (going.some((one) => one.beganAt <= span.beganAt && one.seenAt >= seenAt)) deleted.push(span)
    else if (seenAt > span.seenAt) prolonged.push({ ...span, seenAt })
  }
  return { deleted, prolonged }
}

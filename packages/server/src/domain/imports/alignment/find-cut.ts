/** A minute at which both sides are divided, and whether nothing was said for a while before it. */
export type Cut = { minute: number; isSilent: boolean }

/** A list in order of time, from a place on. */
export type Upcoming<T> = { list: readonly T[]; next: number }

export type Timeline = {
  lines: Upcoming<{ runningMinute: number }>
  live: Upcoming<{ minute: number }>
  /** The minute of the latest entry before these that is still undecided. */
  latest: number
  /** Both sides are complete before this minute. */
  completeUntil: number
}

/** After a longer silence, nothing can match anything before it. */
const silenceMinutes = 3

/** Longer blocks are divided between two minutes. */
const mostLines = 400
const mostLive = 800

/** Where the next block ends, or undefined until more is known. */
export function findCut({ lines, live, latest: before, completeUntil }: Timeline): Cut | undefined {
  let line = lines.next
  let other = live.next
  let latest = before
  while (line < lines.list.length || other < live.list.length) {
    const next = Math.min(
      lines.list[line]?.runningMinute ?? Number.POSITIVE_INFINITY,
      live.list[other]?.minute ?? Number.POSITIVE_INFINITY,
    )
    if (next >= completeUntil) break
    if (Number.isFinite(latest) && next - latest > silenceMinutes) return { minute: next, isSilent: true }
    if (line - lines.next >= mostLines || other - live.next >= mostLive) return { minute: next, isSilent: false }
    latest = next
    while (lines.list[line]?.runningMinute === next) line++
    while (live.list[other]?.minute === next) other++
  }
  const isSilent = Number.isFinite(latest) && completeUntil - latest > silenceMinutes
  return isSilent ? { minute: completeUntil, isSilent } : undefined
}

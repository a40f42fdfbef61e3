/** Milliseconds since 1970, start included, end excluded. */
export type TimeSpan = { from: number; to: number }

/** The same time as the given spans, in order and without overlaps. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** The time within a span that none of the others covers. */
export function uncovered(within: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] {
  const left: TimeSpan[] = []
  let from = within.from
  for (const span of joinSpans(spans)) {
    if (span.from >= within.to) break
    if (span.from > from) left.push({ from, to: span.from })
    from = Math.max(from, span.to)
  }
  if (from < within.to) left.push({ from, to: within.to })
  return left
}

/** Whether they have a moment in common. */
export function overlaps(one: TimeSpan, other: TimeSpan): boolean {
  return one.from < other.to && other.from < one.to
}

import type { OpenLine } from './open-entries.ts'

/** The live messages around a line in the file that keep the order. Infinite where there is none. */
export type Neighbours = { after: number; before: number }

/** The neighbours of each line. `earlier` is the time of the last match before them. */
export function findNeighbours(lines: readonly OpenLine[], earlier: number): Neighbours[] {
  let before = Number.POSITIVE_INFINITY
  const backwards = lines.toReversed().map(({ anchor }) => {
    const found = before
    if (anchor !== undefined) before = Math.min(before, anchor)
    return found
  })
  let after = earlier
  return lines.map(({ anchor }, place) => {
    const found = { after, before: backwards[lines.length - 1 - place] ?? Number.POSITIVE_INFINITY }
    if (anchor !== undefined) after = Math.max(after, anchor)
    return found
  })
}

/**
 * Times for new lines of the same minute (or second) with the same neighbours, in their order. They are evenly spaced. A message with a
 * live neighbour's time is shown after it, so the times are never those of the next neighbour. If there is no room between the
 * neighbours, the times stay in their minute, as near as possible.
 */
export function spread(count: number, { at, precisionMs }: SpreadLine, { after, before }: Neighbours): number[] {
  const last = at + precisionMs - 1
  const low = Math.min(Math.max(at, after), last)
  const high = Math.max(low, Math.min(last, before - 1))
  return Array.from({ length: count }, (_, place) => low + Math.floor(((place + 1) * (high - low + 1)) / (count + 1)))
}

type SpreadLine = { at: number; precisionMs: number }

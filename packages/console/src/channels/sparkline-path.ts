export type Box = { width: number; height: number }

/**
 * The path of a smooth line through the counts, as wide and high as the box. It never rises above a high count or falls below a
 * low one (monotone cubic interpolation after Fritsch and Carlson), so a day without messages stays at the bottom.
 */
export function sparklinePath(counts: readonly number[], { width, height }: Box): string {
  const most = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length - 1)
  const points = counts.map((count, index) => ({ x: index * step, y: height * (1 - count / most) }))
  const slopes = points.slice(1).map((point, index) => (point.y - (points[index]?.y ?? 0)) / step)
  const tangents = points.map((_, index) => tangentOf(slopes[index - 1], slopes[index]))
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1]
      if (!before) return `M${round(x)},${round(y)}`
      const third = step / 3
      const first = `${round(before.x + third)},${round(before.y + third * (tangents[index - 1] ?? 0))}`
      return `C${first} ${round(x - third)},${round(y - third * (tangents[index] ?? 0))} ${round(x)},${round(y)}`
    })
    .join('')
}

/** Flat at peaks and valleys; elsewhere the harmonic mean of both slopes, which can't overshoot. */
function tangentOf(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return before ?? after ?? 0
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

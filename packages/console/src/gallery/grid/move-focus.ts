type Box = { left: number; right: number; top: number }

const centre = ({ left, right }: Box) => (left + right) / 2

/**
 * The index of the box next to `index` in the direction of an arrow key, or the same index if there is none. `boxAt` is
 * called as rarely as possible, because measuring boxes out of view is expensive.
 */
export function neighbourOf(index: number, count: number, key: string, boxAt: (index: number) => Box): number {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, index + 1)
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return index
  const here = boxAt(index)
  let best = index
  let bestDistance = Number.POSITIVE_INFINITY
  let rowTop: number | undefined
  for (let at = index + step; at >= 0 && at < count; at += step) {
    const box = boxAt(at)
    if (Math.abs(box.top - here.top) < 2) continue
    rowTop ??= box.top
    if (Math.abs(box.top - rowTop) >= 2) break
    const distance = Math.abs(centre(box) - centre(here))
    if (distance < bestDistance) [best, bestDistance] = [at, distance]
  }
  return best
}

/** So many of them, evenly from the first to the last, in the same order. */
export function pickSpread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  const step = (items.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)]).filter((one) => one !== undefined)
}

/** Everything from one to the other along the order, both included; only the other where the first is gone. */
export function rangeBetween(order: readonly string[], from: string, to: string): string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (end < 0) return []
  if (start < 0) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** As many as fit beside those that are selected already, in order. */
export function thatFit(wanted: readonly string[], selected: ReadonlySet<string>, limit: number): string[] {
  return wanted.filter((id) => !selected.has(id)).slice(0, Math.max(0, limit - selected.size))
}

export const totalSize = (items: readonly { size: number }[]): number => items.reduce((sum, { size }) => sum + size, 0)

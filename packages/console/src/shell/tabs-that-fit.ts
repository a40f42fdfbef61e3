/** How many tabs stand in a row before the rest goes behind one button, whose room counts where it is needed. */
export function tabsThatFit(widths: readonly number[], moreWidth: number, gap: number, room: number): number {
  const rowWidth = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0)
  if (rowWidth(widths.length) - gap <= room) return widths.length
  let count = widths.length - 1
  while (count > 0 && rowWidth(count) + moreWidth > room) count -= 1
  return count
}

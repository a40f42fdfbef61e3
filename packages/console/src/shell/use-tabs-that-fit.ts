import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const gap = 4

/**
 * Measured, because the labels differ in length by language: `measure` is a hidden copy of all tabs and of the button for
 * the rest, `row` is the space they have.
 */
export function useTabsThatFit(all: number): {
  row: RefObject<HTMLElement | null>
  measure: RefObject<HTMLDivElement | null>
  count: number
} {
  const row = useRef<HTMLElement>(null)
  const measure = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(all)
  useLayoutEffect(() => {
    const update = () => {
      const widths = [...(measure.current?.children ?? [])].map((tab) => tab.getBoundingClientRect().width)
      const available = row.current?.clientWidth ?? 0
      // Zero while the row is hidden, as on a phone.
      if (available > 0) setCount(tabsThatFit(widths.slice(0, all), widths[all] ?? 0, gap, available))
    }
    update()
    const observer = new ResizeObserver(update)
    for (const element of [row.current, measure.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [all])
  return { row, measure, count }
}

/** How many tabs fit before the rest goes behind one button, which also needs its width. */
export function tabsThatFit(widths: readonly number[], moreWidth: number, gap: number, available: number): number {
  const rowWidth = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0)
  if (rowWidth(widths.length) - gap <= available) return widths.length
  let count = widths.length - 1
  while (count > 0 && rowWidth(count) + moreWidth > available) count -= 1
  return count
}

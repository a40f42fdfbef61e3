import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import { guessHeight, type Row } from '../timeline/rows.ts'

export type RowVirtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Space for the notes above and below the rows. It is constant, because a change would move every row. */
const reserved = { top: 88, bottom: 40 } as const

/** This much of the upper end is covered by the toolbar. */
export const coveredPx = 48

/** Draws the rows in view and a few around them. `current`: the row that has the keyboard focus; -1 if none has it. */
export function useRowVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  current: number,
): RowVirtualizer {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const row = rows[index]
      return row ? guessHeight(row, isNarrow) : 40
    },
    paddingStart: reserved.top,
    paddingEnd: reserved.bottom,
    scrollPaddingStart: coveredPx,
    scrollPaddingEnd: 24,
    overscan: 6,
    anchorTo: 'end',
    scrollEndThreshold: 120,
    directDomUpdates: true,
    // Drawn after the event, not inside it: two short tasks instead of a long one.
    useFlushSync: false,
    // The focused row stays in the page however far the list scrolls; otherwise the focus would be lost.
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (current < 0 || indexes.includes(current)) return indexes
      return current < range.startIndex ? [current, ...indexes] : [...indexes, current]
    },
  })
}

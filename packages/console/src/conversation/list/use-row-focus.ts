import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Row } from '../timeline/rows.ts'
import type { RowVirtualizer } from './use-row-virtualizer.ts'

export type ListHandle = {
  /** Moves the keyboard focus by this many rows. */
  move(by: number): void
  moveTo(index: number): void
  focus(): void
}

type Focus = {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  virtualizer: RowVirtualizer
  /** The row that has the keyboard focus, by its key and its index; -1 if none has it. */
  currentKey: string | undefined
  current: number
  setCurrentKey(key: string): void
  /** Whether the list stays at its end as rows arrive. */
  following: RefObject<boolean>
}

/** Lets callers move the keyboard focus from row to row, and focuses a row as soon as it is drawn. */
export function useRowFocus(handle: RefObject<ListHandle | null>, focus: Focus): void {
  const { scroller, rows, virtualizer, currentKey, current, setCurrentKey, following } = focus
  const isFocusWanted = useRef(false)

  useLayoutEffect(() => {
    if (!isFocusWanted.current || currentKey === undefined) return
    const element = findElement(scroller.current, currentKey)
    if (!element) return
    isFocusWanted.current = false
    element.focus({ preventScroll: true })
  })

  handle.current = {
    moveTo(index) {
      const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
      if (!row) return
      isFocusWanted.current = true
      setCurrentKey(row.key)
      const element = findElement(scroller.current, row.key)
      // A row that is already drawn, as the next one always is, needs no estimated position.
      const before = scroller.current?.scrollTop ?? 0
      if (element) element.scrollIntoView({ block: 'nearest' })
      else virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' })
      if (!element || (scroller.current?.scrollTop ?? 0) < before) following.current = false
    },
    move(by) {
      const from =
        current >= 0
          ? current
          : by > 0
            ? (virtualizer.range?.startIndex ?? 0) - 1
            : (virtualizer.range?.endIndex ?? rows.length - 1) + 1
      this.moveTo(from + by)
    },
    // Focuses the list rather than a row, which may disappear with its page.
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }
}

function findElement(scroller: HTMLElement | null, key: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}

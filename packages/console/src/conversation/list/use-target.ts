import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { answerKey, messageKey } from '../timeline/conversation.ts'
import { findRow, type Row } from '../timeline/rows.ts'
import type { Snapshot, Start } from '../timeline/snapshot.ts'
import type { RowVirtualizer } from './use-row-virtualizer.ts'

const flashMs = 3200

/** Scrolls to the target once its rows are loaded, and highlights it. */
export function useTarget(
  target: Snapshot['target'],
  rows: readonly Row[],
  list: RowVirtualizer,
  onGo: (isEnd: boolean) => void,
) {
  const [reached, setReached] = useState<Snapshot['target']>()
  const [key, setKey] = useState<string>()
  const going = useRef<Snapshot['target']>(undefined)
  useLayoutEffect(() => {
    if (!target || target === going.current || rows.length === 0) return
    going.current = target
    const index = indexOf(target.start, rows)
    const isItem = index !== 'end' && isOneItem(target.start, rows)
    onGo(index === 'end')
    if (index === 'end') list.scrollToEnd()
    else list.scrollToIndex(index, { align: isItem ? 'center' : 'start' })
    setKey(isItem ? rows[index]?.key : undefined)
    whenScrollSettled(list, () => setReached(target))
  }, [target, rows, list, onGo])
  const isThere = target !== undefined && target === reached
  // Starts when the row is in view.
  useEffect(() => {
    if (key === undefined || !isThere) return
    const timer = setTimeout(() => setKey(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [key, isThere])
  return { key: isThere ? key : undefined, isThere }
}

/**
 * The virtualizer finds a row by its index while it measures other rows. Until it has settled, pages must not be added above,
 * because that would shift the indexes.
 */
function whenScrollSettled(list: RowVirtualizer, then: () => void): void {
  let last = Number.NaN
  let stillFrames = 0
  let frames = 0
  const look = () => {
    const now = list.scrollElement?.scrollTop ?? 0
    stillFrames = now === last ? stillFrames + 1 : 0
    last = now
    if (stillFrames >= 4 || ++frames > 60) then()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Whether the start is an item, which is then highlighted, rather than a day. */
function isOneItem(start: Start, rows: readonly Row[]): boolean {
  return start.kind === 'message' || answerIn(start, rows) >= 0
}

function answerIn(start: Start, rows: readonly Row[]): number {
  return start.kind === 'end' || start.answer === undefined ? -1 : findRow(rows, answerKey(start.answer))
}

function indexOf(start: Start, rows: readonly Row[]): number | 'end' {
  if (start.kind === 'end') return 'end'
  const answer = answerIn(start, rows)
  if (answer >= 0) return answer
  if (start.kind === 'date')
    return Math.max(
      0,
      rows.findIndex(({ day }) => day >= start.date),
    )
  const index = findRow(rows, messageKey(start.id))
  return index < 0 ? 'end' : index
}

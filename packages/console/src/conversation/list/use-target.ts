import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { answerKey, messageKey } from '../timeline/conversation.ts'
import { findRow, type Row } from '../timeline/rows.ts'
import type { Snapshot, Start } from '../timeline/snapshot.ts'
import type { RowVirtualizer } from './use-row-virtualizer.ts'

/** With these, people scroll the list. */
const scrollKeys = /^(Arrow|Page|Home|End| |[jk]$)/

/** Scrolls to the target once its rows are loaded, and marks it until the person scrolls or clicks in the list. */
export function useTarget(
  target: Snapshot['target'],
  rows: readonly Row[],
  list: RowVirtualizer,
  onGo: (isEnd: boolean) => void,
) {
  const [reached, setReached] = useState<Snapshot['target']>()
  const [key, setKey] = useState<string>()
  const [isMarked, setMarked] = useState(false)
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
    setMarked(isItem)
    whenScrollSettled(list, () => setReached(target))
  }, [target, rows, list, onGo])
  const isThere = target !== undefined && target === reached
  const scroller = list.scrollElement
  useEffect(() => {
    if (key === undefined || !isThere || !scroller) return
    return onLeave(scroller, {
      onClick: () => setMarked(false),
      onScroll: () => setKey(undefined),
    })
  }, [key, isThere, scroller])
  /** `key`: the item that was jumped to, until the person scrolls. It can be above or below the middle of what is in view. */
  return { key: isThere ? key : undefined, isMarked, isThere }
}

/** The list also scrolls by itself, when pages are added, so this listens to what the person does. */
function onLeave(scroller: Element, { onClick, onScroll }: { onClick(): void; onScroll(): void }): () => void {
  const stop = new AbortController()
  const { signal } = stop
  scroller.addEventListener('wheel', onScroll, { signal, passive: true })
  scroller.addEventListener('touchmove', onScroll, { signal, passive: true })
  // The scrollbar belongs to the scroller, and everything else to what is in it.
  scroller.addEventListener('pointerdown', ({ target }) => (target === scroller ? onScroll() : onClick()), { signal })
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (scrollKeys.test(key) && (target === document.body || scroller.contains(target as Node))) onScroll()
    },
    { signal },
  )
  return () => stop.abort()
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

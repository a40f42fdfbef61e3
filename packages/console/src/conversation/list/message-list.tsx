import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { RowView } from '../message/row-view.tsx'
import { messageKey } from '../timeline/conversation.ts'
import type { Snapshot, Start } from '../timeline/open-conversation.ts'
import { findRow, guessHeight, type Row } from '../timeline/rows.ts'
import classes from './message-list.module.css'
import { useFollowing } from './use-following.ts'

/** What is in sight: the first and the last line, and the first below what lies over them, by their place. */
export type VisibleRange = { first: number; last: number; firstClear: number }

export type ListHandle = {
  /** Moves the keyboard's place. */
  move(by: number): void
  moveTo(index: number): void
  focus(): void
}

type Props = {
  rows: readonly Row[]
  target: Snapshot['target']
  /** Whether the last line is the last there is, and not only the last at hand. */
  isTail: boolean
  isBusy: boolean
  top: ReactNode
  bottom: ReactNode
  handle: RefObject<ListHandle | null>
  onVisibleRange(visible: VisibleRange): void
}

/** Room for what stands before and after the lines: it must not change, or everything would move. */
const reserved = { top: 88, bottom: 40 } as const

/** So much of the upper end lies under the day. */
const overlaid = 48

/** The lines in sight and a few around them. Pages join above without moving what one looks at. */
export function MessageList({ rows, target, isTail, isBusy, top, bottom, handle, onVisibleRange }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const [currentKey, setCurrentKey] = useState<string>()
  const current = useMemo(() => rows.findIndex(({ key }) => key === currentKey), [rows, currentKey])
  const isFocusWanted = useRef(false)

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const row = rows[index]
      return row ? guessHeight(row, isNarrow) : 40
    },
    paddingStart: reserved.top,
    paddingEnd: reserved.bottom,
    scrollPaddingStart: overlaid,
    scrollPaddingEnd: 24,
    overscan: 6,
    anchorTo: 'end',
    scrollEndThreshold: 120,
    directDomUpdates: true,
    // Drawn after the event, not inside it: two short tasks instead of a long one.
    useFlushSync: false,
    // What the keyboard is at stays, however far one scrolls: else its place would be lost.
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (current < 0 || indexes.includes(current)) return indexes
      return current < range.startIndex ? [current, ...indexes] : [...indexes, current]
    },
  })

  const following = useFollowing(scroller, { isTail, rows, scrollToEnd: () => virtualizer.scrollToEnd() })
  const flashing = useTarget(target, rows, virtualizer, (isEnd) => {
    following.current = isEnd && isTail
  })
  useReportVisibleRange(virtualizer, rows, flashing.isThere, onVisibleRange)

  useLayoutEffect(() => {
    if (!isFocusWanted.current || currentKey === undefined) return
    const element = lineOf(scroller.current, currentKey)
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
      const element = lineOf(scroller.current, row.key)
      // What is drawn already, as the next line always is, needs no guessing.
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
    // Not a line of it, which may go away with its page; the keyboard's place is kept beside.
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }

  const tabStop = current >= 0 ? current : rows.length - 1
  return (
    <div ref={scroller} className={classes.scroller} data-scroller tabIndex={-1}>
      <div className={classes.content}>
        <div
          ref={virtualizer.containerRef}
          className={classes.feed}
          role="feed"
          aria-label={t('conversation.label')}
          aria-busy={isBusy}
        >
          {virtualizer.getVirtualItems().map(({ index, key }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.row}
                onFocusCapture={() => setCurrentKey(row.key)}
              >
                <RowView
                  row={row}
                  isCurrent={index === tabStop}
                  isFlashing={row.key === flashing.key}
                  position={index + 1}
                />
              </div>
            )
          })}
        </div>
        <div className={classes.top}>{top}</div>
        <div className={classes.bottom}>{bottom}</div>
      </div>
    </div>
  )
}

function lineOf(scroller: HTMLElement | null, key: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}

type List = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Goes where somebody wants to be, once the lines are there. */
function useTarget(target: Snapshot['target'], rows: readonly Row[], list: List, onGo: (isEnd: boolean) => void) {
  const [reached, setReached] = useState<Snapshot['target']>()
  const [key, setKey] = useState<string>()
  const going = useRef<Snapshot['target']>(undefined)
  useLayoutEffect(() => {
    if (!target || target === going.current || rows.length === 0) return
    going.current = target
    const index = indexOf(target.start, rows)
    onGo(index === 'end')
    if (index === 'end') list.scrollToEnd()
    else list.scrollToIndex(index, { align: target.start.kind === 'message' ? 'center' : 'start' })
    setKey(target.start.kind === 'message' && index !== 'end' ? rows[index]?.key : undefined)
    whenScrollSettled(list, () => setReached(target))
  }, [target, rows, list, onGo])
  const isThere = target !== undefined && target === reached
  // From when it is in sight.
  useEffect(() => {
    if (key === undefined || !isThere) return
    const timer = setTimeout(() => setKey(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [key, isThere])
  return { key: isThere ? key : undefined, isThere }
}

/**
 * The way to a line is found while lines are measured, by their number: until it ends, no page may join above, which would give
 * the number to another line.
 */
function whenScrollSettled(list: List, then: () => void): void {
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

const flashMs = 3200

function indexOf(start: Start, rows: readonly Row[]): number | 'end' {
  if (start.kind === 'end') return 'end'
  if (start.kind === 'date')
    return Math.max(
      0,
      rows.findIndex(({ day }) => day >= start.date),
    )
  const index = findRow(rows, messageKey(start.id))
  return index < 0 ? 'end' : index
}

/** Tells what is in sight, but not before one is where one wanted to be. */
function useReportVisibleRange(
  list: List,
  rows: readonly Row[],
  isThere: boolean,
  onVisibleRange: Props['onVisibleRange'],
) {
  const first = list.range?.startIndex
  const last = list.range?.endIndex
  const { isScrolling } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines in the same places are another sight
  useEffect(() => {
    if (!isThere || first === undefined || last === undefined) return
    const clear = list.getVirtualItemForOffset((list.scrollOffset ?? 0) + overlaid)
    onVisibleRange({ first, last, firstClear: clear?.index ?? first })
  }, [first, last, rows, isThere, isScrolling, onVisibleRange])
}

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowView } from '../message/row-view.tsx'
import type { Row } from '../timeline/rows.ts'
import type { Snapshot } from '../timeline/snapshot.ts'
import classes from './message-list.module.css'
import { useFollowing } from './use-following.ts'
import { type ListHandle, useRowFocus } from './use-row-focus.ts'
import { coveredPx, type RowVirtualizer, useRowVirtualizer } from './use-row-virtualizer.ts'
import { useTarget } from './use-target.ts'

/**
 * What is in view: the first and the last row, by their indexes. `main` is the row whose day is shown: the one that was jumped to, or
 * the first that the toolbar does not cover.
 */
export type VisibleRange = { first: number; last: number; main: number }

type Props = {
  rows: readonly Row[]
  target: Snapshot['target']
  /** Whether the last row is the end of the conversation, and not only of what is loaded. */
  isTail: boolean
  isBusy: boolean
  top: ReactNode
  bottom: ReactNode
  handle: RefObject<ListHandle | null>
  onVisibleRange(visible: VisibleRange): void
}

/** The rows in view and a few around them. Pages are added above without moving what is in view. */
export function MessageList({ rows, target, isTail, isBusy, top, bottom, handle, onVisibleRange }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [currentKey, setCurrentKey] = useState<string>()
  const current = useMemo(() => rows.findIndex(({ key }) => key === currentKey), [rows, currentKey])
  const virtualizer = useRowVirtualizer(scroller, rows, current)
  const following = useFollowing(scroller, { isTail, rows, scrollToEnd: () => virtualizer.scrollToEnd() })
  const jumped = useTarget(target, rows, virtualizer, (isEnd) => {
    following.current = isEnd && isTail
  })
  useReportVisibleRange(virtualizer, rows, jumped, onVisibleRange)
  useRowFocus(handle, { scroller, rows, virtualizer, currentKey, current, setCurrentKey, following })

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
                  isMarked={jumped.isMarked && row.key === jumped.key}
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

/** Reports what is in view, but not until a jump has finished. */
function useReportVisibleRange(
  list: RowVirtualizer,
  rows: readonly Row[],
  { key, isThere }: { key: string | undefined; isThere: boolean },
  onVisibleRange: Props['onVisibleRange'],
) {
  const first = list.range?.startIndex
  const last = list.range?.endIndex
  const { isScrolling } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows at the same indexes are reported, too
  useEffect(() => {
    if (!isThere || first === undefined || last === undefined) return
    const clear = list.getVirtualItemForOffset((list.scrollOffset ?? 0) + coveredPx)
    const target = key === undefined ? -1 : rows.findIndex((row) => row.key === key)
    onVisibleRange({ first, last, main: target >= 0 ? target : (clear?.index ?? first) })
  }, [first, last, rows, key, isThere, isScrolling, onVisibleRange])
}

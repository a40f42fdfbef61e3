import { useCallback, useRef, useState } from 'react'
import { edgeOf } from '../timeline/conversation.ts'
import type { OpenConversation } from '../timeline/open-conversation.ts'
import type { Row } from '../timeline/rows.ts'
import type { Snapshot } from '../timeline/snapshot.ts'
import type { VisibleRange } from './message-list.tsx'

/** The next page is loaded when fewer rows than this are left. */
const linesAhead = 50

/** What is in view decides what is loaded, what counts as read, and which day is shown. */
export function useVisibleRange(open: OpenConversation, snapshot: Snapshot, rows: readonly Row[]) {
  const [seenNew, setSeenNew] = useState<string>()
  const [day, setDay] = useState<string>()
  const [isAtEnd, setAtEnd] = useState(true)
  const latest = useRef(snapshot)
  latest.current = snapshot
  const onVisibleRange = useCallback(
    ({ first, last, main }: VisibleRange) => {
      const { conversation, failed } = latest.current
      if (!conversation) return
      setDay(rows[main]?.day)
      const startsNew = rows.findIndex((row) => row.startsNew)
      if (startsNew >= first && startsNew <= last) setSeenNew(rows[startsNew]?.key)
      // After a failure it is loaded again only when someone asks for it.
      if (first < linesAhead && !failed.older) void open.load('older')
      if (last > rows.length - linesAhead && !failed.newer) void open.load('newer')
      const isEnd = last >= rows.length - 1 && edgeOf(conversation, 'newer') === null
      setAtEnd(isEnd)
      if (isEnd) open.seeEnd()
      open.noteVisible(isEnd ? undefined : messageIn(rows, first))
    },
    [open, rows],
  )
  /** `seenNew`: the row where the new messages start, once it has been in view. */
  return { day, isAtEnd, seenNew, onVisibleRange }
}

function messageIn(rows: readonly Row[], from: number): string | undefined {
  for (let at = from; at < rows.length; at++) {
    const item = rows[at]?.entries[0].item
    if (item?.kind === 'message') return item.id
  }
  return undefined
}

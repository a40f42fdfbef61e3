import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useMyself } from '../channel/myself.ts'
import { Help } from '../channel/screen-keys.tsx'
import { useOwnTime } from '../channel/zoned-time.tsx'
import { BookmarksContext } from '../conversation/bookmarks/bookmarks-context.ts'
import { useBookmarkTools } from '../conversation/bookmarks/use-bookmark-tools.tsx'
import { CalendarPanel, useCalendarPanel } from '../conversation/calendar/calendar-panel.tsx'
import classes from '../conversation/conversation.module.css'
import { ConversationContext, type ConversationContextValue } from '../conversation/conversation-context.ts'
import { ConversationView } from '../conversation/conversation-view.tsx'
import { HitsContext, useShownHits } from '../conversation/hits/hits-context.ts'
import { useHits } from '../conversation/hits/use-hits.ts'
import { GapsContext, noGaps } from '../conversation/ledger/placed-gaps.ts'
import type { ListHandle } from '../conversation/list/use-row-focus.ts'
import { useVisibleRange } from '../conversation/list/use-visible-range.ts'
import { usePictures } from '../conversation/media/use-pictures.tsx'
import { ConversationSkeleton, FailedOpening } from '../conversation/placeholders.tsx'
import { usePrint } from '../conversation/print/use-print.tsx'
import { type News, useMarkRead, useNews } from '../conversation/reading/use-reading.ts'
import { edgeOf, entriesOf, findEntry, messageKey } from '../conversation/timeline/conversation.ts'
import type { OpenConversation } from '../conversation/timeline/open-conversation.ts'
import { toRows } from '../conversation/timeline/rows.ts'
import type { Snapshot } from '../conversation/timeline/snapshot.ts'
import { useConversation } from '../conversation/timeline/use-conversation.ts'
import { useConversationKeys } from '../conversation/use-conversation-keys.ts'
import { useAddress, useJumps } from '../conversation/use-jumps.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { foreignZoneOf, useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'

const GapReader = lazy(afterFirstLoad(() => import('../conversation/ledger/gap-reader.tsx')))
// Only shown to someone who comes from a search.
const HitBar = lazy(() => import('../conversation/hits/hit-bar.tsx'))

/** The conversation of a channel. */
export default function ConversationScreen() {
  const { channelId } = useChannel()
  const opened = useConversation(channelId)
  if (!opened) return <ConversationSkeleton />
  if (opened.snapshot.refused) return <ErrorScreen error={opened.snapshot.refused} />
  return <OpenedConversation {...opened} />
}

type Opened = { open: OpenConversation; snapshot: Snapshot }

function OpenedConversation({ open, snapshot }: Opened) {
  const { conversation, failure } = snapshot
  const go = useAddress(open)
  const panel = useCalendarPanel()
  const jumps = useJumps(go, panel.close)
  const pictures = usePictures(conversation)
  const bookmarks = useBookmarkTools(jumps.toMessage)
  const { channelId } = useChannel()
  const { news, isAsked } = useNews(channelId)
  const context = useContextValue(snapshot, { goTo: jumps.toMessage, openPicture: pictures.open })
  const rows = useRows(snapshot, context, news)
  const visible = useVisibleRange(open, snapshot, rows)
  const [gaps, setGaps] = useState(noGaps)
  // Until a day is in view, it is unknown whether the end is.
  useMarkRead(channelId, snapshot, { isAsked, isAtEnd: visible.isAtEnd && visible.day !== undefined })
  const toFirstUnread = () => news && jumps.toMessage(news.firstUnreadId)
  const { print, page } = usePrint({ conversation, day: visible.day, format: context.format })
  const list = useRef<ListHandle>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { bar, hits, currentKey } = useHits()
  const shownHits = useShownHits(hits, currentKey)
  const openHelp = () => setHelpOpen(true)
  useConversationKeys({ list, jumps, hits: bar, openCalendar: panel.open, openHelp, toFirstUnread })
  useNotifyFailedJump(snapshot)

  if (!conversation) {
    if (!failure) return <ConversationSkeleton />
    return <FailedOpening failure={failure} onRetry={() => open.jump(failure.start)} onLatest={jumps.toLatest} />
  }
  return (
    <ConversationContext value={context}>
      <BookmarksContext value={bookmarks.context}>
        <div className={classes.conversation}>
          <div className={classes.column}>
            {bar && (
              <Suspense>
                <HitBar hits={bar} />
              </Suspense>
            )}
            <HitsContext value={shownHits}>
              <GapsContext value={gaps}>
                <ConversationView
                  conversation={conversation}
                  snapshot={snapshot}
                  rows={rows}
                  visible={visible}
                  list={list}
                  news={news && visible.seenNew !== messageKey(news.firstUnreadId) ? news : undefined}
                  jumps={jumps}
                  onFirstUnread={toFirstUnread}
                  onBookmarks={bookmarks.open}
                  onRetry={(direction) => void open.load(direction)}
                  onLatest={jumps.toLatest}
                  onCalendar={panel.isBeside ? undefined : panel.open}
                  onHelp={openHelp}
                />
              </GapsContext>
            </HitsContext>
          </div>
          <CalendarPanel
            panel={panel}
            day={visible.day}
            jumps={jumps}
            print={print}
            onEscape={() => list.current?.focus()}
          />
          <Help opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
          {visible.day !== undefined && (
            <Suspense>
              <GapReader conversation={conversation} rows={rows} day={visible.day} onGaps={setGaps} />
            </Suspense>
          )}
          {pictures.lightbox}
          {bookmarks.panels}
          {page}
        </div>
      </BookmarksContext>
    </ConversationContext>
  )
}

function useContextValue(
  { conversation }: Snapshot,
  { goTo, openPicture }: Pick<ConversationContextValue, 'goTo' | 'openPicture'>,
): ConversationContextValue {
  const { channelId, timezone } = useChannel()
  const { t } = useTranslation()
  const format = useFormat(timezone)
  const join = useJoin()
  const ownTime = useOwnTime(timezone)
  const myId = useMyself(channelId)?.userId
  const latest = useRef(conversation)
  latest.current = conversation
  return useMemo(
    () => ({
      channelId,
      t,
      format,
      join,
      foreignZone: foreignZoneOf(timezone),
      ownTime,
      myId,
      goTo,
      openPicture,
      findMessage(id) {
        const item = latest.current && findEntry(latest.current, messageKey(id))?.item
        return item?.kind === 'message' ? item : undefined
      },
    }),
    [channelId, t, format, join, ownTime, timezone, myId, goTo, openPicture],
  )
}

function useRows({ conversation }: Snapshot, { format }: ConversationContextValue, news: News | undefined) {
  const newFrom = news && messageKey(news.firstUnreadId)
  return useMemo(() => {
    if (!conversation) return []
    const isFromStart = edgeOf(conversation, 'older') === null
    return toRows(entriesOf(conversation), { dayOf: format.dayOf, isFromStart, newFrom })
  }, [conversation, format, newFrom])
}

/** If a jump fails, the page stays and a notification says why. */
function useNotifyFailedJump({ failure, conversation }: Snapshot): void {
  const notifyFailure = useNotifyFailure()
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies once per failure
  useEffect(() => {
    if (failure && conversation) notifyFailure(failure.error)
  }, [failure])
}

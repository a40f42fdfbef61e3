import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { Help } from '../channel/screen-keys.tsx'
import { useOwnTime } from '../channel/zoned-time.tsx'
import { CalendarPanel, useCalendarPanel } from '../conversation/calendar/calendar-panel.tsx'
import classes from '../conversation/conversation.module.css'
import { ConversationContext, type ConversationContextValue } from '../conversation/conversation-context.ts'
import { ConversationView } from '../conversation/conversation-view.tsx'
import type { ListHandle } from '../conversation/list/use-row-focus.ts'
import { useVisibleRange } from '../conversation/list/use-visible-range.ts'
import { usePictures } from '../conversation/media/use-pictures.tsx'
import { ConversationSkeleton, FailedOpening } from '../conversation/placeholders.tsx'
import { edgeOf, entriesOf, findEntry, messageKey } from '../conversation/timeline/conversation.ts'
import type { OpenConversation } from '../conversation/timeline/open-conversation.ts'
import { toRows } from '../conversation/timeline/rows.ts'
import type { Snapshot } from '../conversation/timeline/snapshot.ts'
import { useConversation } from '../conversation/timeline/use-conversation.ts'
import { useConversationKeys } from '../conversation/use-conversation-keys.ts'
import { useAddress, useJumps } from '../conversation/use-jumps.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useMe } from '../session/queries.ts'
import { foreignZoneOf, useFormat } from '../ui/format/format.ts'

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
  const context = useContextValue(snapshot, { goTo: jumps.toMessage, openPicture: pictures.open })
  const rows = useRows(snapshot, context)
  const visible = useVisibleRange(open, snapshot, rows)
  const list = useRef<ListHandle>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useConversationKeys({ list, jumps, openCalendar: panel.open, openHelp: () => setHelpOpen(true) })
  useNotifyFailedJump(snapshot)

  if (!conversation) {
    if (!failure) return <ConversationSkeleton />
    return <FailedOpening failure={failure} onRetry={() => open.jump(failure.start)} onLatest={jumps.toLatest} />
  }
  return (
    <ConversationContext value={context}>
      <div className={classes.conversation}>
        <ConversationView
          conversation={conversation}
          snapshot={snapshot}
          rows={rows}
          visible={visible}
          list={list}
          onRetry={(direction) => void open.load(direction)}
          onLatest={jumps.toLatest}
          onCalendar={panel.isBeside ? undefined : panel.open}
          onHelp={() => setHelpOpen(true)}
        />
        <CalendarPanel panel={panel} day={visible.day} jumps={jumps} onEscape={() => list.current?.focus()} />
        <Help opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
        {pictures.lightbox}
      </div>
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
  const ownTime = useOwnTime(timezone)
  const myId = useMe()?.userId
  const latest = useRef(conversation)
  latest.current = conversation
  return useMemo(
    () => ({
      channelId,
      t,
      format,
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
    [channelId, t, format, ownTime, timezone, myId, goTo, openPicture],
  )
}

function useRows({ conversation }: Snapshot, { format }: ConversationContextValue) {
  return useMemo(() => {
    if (!conversation) return []
    const isFromStart = edgeOf(conversation, 'older') === null
    return toRows(entriesOf(conversation), { dayOf: format.dayOf, isFromStart })
  }, [conversation, format])
}

/** If a jump fails, the page stays and a notification says why. */
function useNotifyFailedJump({ failure, conversation }: Snapshot): void {
  const notifyFailure = useNotifyFailure()
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies once per failure
  useEffect(() => {
    if (failure && conversation) notifyFailure(failure.error)
  }, [failure])
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { HelpDialog } from '../channel/help-dialog.tsx'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useTellFailure } from '../errors/use-tell-failure.ts'
import { useMe } from '../session/me.ts'
import { foreignZoneOf } from '../ui/format/format.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { useOwnTime } from '../ui/format/use-own-time.ts'
import { CalendarPanel } from './calendar/calendar-panel.tsx'
import { useCalendarPanel } from './calendar/use-calendar-panel.ts'
import classes from './conversation.module.css'
import { ReaderContext, type ReaderContextValue } from './conversation-context.ts'
import { ReaderSkeleton } from './conversation-skeleton.tsx'
import { ConversationView } from './conversation-view.tsx'
import { FailedOpening } from './failed-opening.tsx'
import type { ListHandle } from './list/message-list.tsx'
import { useSight } from './list/use-sight.ts'
import { usePictures } from './media/use-pictures.tsx'
import { edgeOf, entriesOf, findEntry, messageKey } from './timeline/conversation.ts'
import type { OpenConversation, Snapshot } from './timeline/open-conversation.ts'
import { toRows } from './timeline/rows.ts'
import { useConversation } from './timeline/use-conversation.ts'
import { useAddress } from './use-address.ts'
import { useReaderKeys } from './use-conversation-keys.ts'
import { useJumps } from './use-jumps.ts'

/** The conversation of a channel. */
export function Reader() {
  const { channelId } = useChannel()
  const opened = useConversation(channelId)
  if (!opened) return <ReaderSkeleton />
  if (opened.snapshot.refused) return <ErrorScreen error={opened.snapshot.refused} />
  return <OpenReader {...opened} />
}

type Opened = { open: OpenConversation; snapshot: Snapshot }

function OpenReader({ open, snapshot }: Opened) {
  const { conversation, failure } = snapshot
  const go = useAddress(open)
  const panel = useCalendarPanel()
  const jumps = useJumps(go, panel.close)
  const pictures = usePictures(conversation)
  const context = useReaderContext(snapshot, { goTo: jumps.toMessage, openPicture: pictures.open })
  const rows = useRows(snapshot, context)
  const sight = useSight(open, snapshot, rows)
  const list = useRef<ListHandle>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useReaderKeys({ list, jumps, openCalendar: panel.open, openHelp: () => setHelpOpen(true) })
  useTold(snapshot)

  if (!conversation) {
    if (!failure) return <ReaderSkeleton />
    return <FailedOpening failure={failure} onRetry={() => open.jump(failure.start)} onLatest={jumps.toLatest} />
  }
  return (
    <ReaderContext value={context}>
      <div className={classes.reader}>
        <ConversationView
          conversation={conversation}
          snapshot={snapshot}
          rows={rows}
          sight={sight}
          list={list}
          onRetry={(direction) => void open.load(direction)}
          onLatest={jumps.toLatest}
          onCalendar={panel.isBeside ? undefined : panel.open}
          onHelp={() => setHelpOpen(true)}
        />
        <CalendarPanel panel={panel} day={sight.day} jumps={jumps} onEscape={() => list.current?.focus()} />
        <HelpDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
        {pictures.lightbox}
      </div>
    </ReaderContext>
  )
}

function useReaderContext(
  { conversation }: Snapshot,
  { goTo, openPicture }: Pick<ReaderContextValue, 'goTo' | 'openPicture'>,
): ReaderContextValue {
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

function useRows({ conversation }: Snapshot, { format }: ReaderContextValue) {
  return useMemo(() => {
    if (!conversation) return []
    const isFromStart = edgeOf(conversation, 'older') === null
    return toRows(entriesOf(conversation), { dayOf: format.dayOf, isFromStart })
  }, [conversation, format])
}

/** Where one could not get from a page one reads, the page stays, and it is only told. */
function useTold({ failure, conversation }: Snapshot): void {
  const tellFailure = useTellFailure()
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once each
  useEffect(() => {
    if (failure && conversation) tellFailure(failure.error)
  }, [failure])
}

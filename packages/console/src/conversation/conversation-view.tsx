import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useChannelName } from '../channel/channel-name.ts'
import classes from './conversation.module.css'
import { useConversationContext } from './conversation-context.ts'
import { ConversationToolbar } from './conversation-toolbar.tsx'
import { EdgeNote, LatestButton } from './list/list-notes.tsx'
import { MessageList } from './list/message-list.tsx'
import type { ListHandle } from './list/use-row-focus.ts'
import type { useVisibleRange } from './list/use-visible-range.ts'
import { describeItem, nameOf } from './message/describe.ts'
import { describeHappenings } from './message/happening-text.ts'
import { EmptyConversation } from './placeholders.tsx'
import { FirstUnreadButton } from './reading/first-unread-button.tsx'
import type { News } from './reading/use-reading.ts'
import { type Conversation, type Direction, edgeOf } from './timeline/conversation.ts'
import type { Row } from './timeline/rows.ts'
import type { Snapshot } from './timeline/snapshot.ts'
import type { Jumps } from './use-jumps.ts'

type Props = {
  conversation: Conversation
  snapshot: Snapshot
  rows: readonly Row[]
  visible: ReturnType<typeof useVisibleRange>
  list: RefObject<ListHandle | null>
  /** What is new since the person last looked, until they have seen where it starts. */
  news: News | undefined
  jumps: Jumps
  onFirstUnread(): void
  onBookmarks(): void
  onRetry(direction: Direction): void
  onLatest(): void
  /** Absent if the calendar is beside the conversation. */
  onCalendar: (() => void) | undefined
  onHelp(): void
}

export function ConversationView({ conversation, snapshot, rows, visible, list, news, jumps, ...on }: Props) {
  const { t } = useTranslation()
  const channelName = useChannelName()
  const { detail } = useChannel()
  const announcement = useAnnouncement(snapshot)
  const { loading, failed, live, isOpening, target, unread } = snapshot
  const note = (direction: Direction, text: string, children?: ReactNode) => (
    <EdgeNote
      text={text}
      isLoading={loading[direction] || edgeOf(conversation, direction) !== null}
      isFailed={failed[direction] !== undefined}
      onRetry={() => on.onRetry(direction)}
    >
      {children}
    </EdgeNote>
  )
  return (
    <section className={classes.main} aria-label={t('conversation.label')}>
      <VisuallyHidden component="h1">{channelName(detail.meta)}</VisuallyHidden>
      <ConversationToolbar
        day={visible.day}
        live={live}
        isOpening={isOpening}
        jumps={jumps}
        onCalendar={on.onCalendar}
        onBookmarks={on.onBookmarks}
        onHelp={on.onHelp}
      />
      {rows.length === 0 ? (
        <EmptyConversation />
      ) : (
        <MessageList
          rows={rows}
          target={target}
          isTail={edgeOf(conversation, 'newer') === null}
          isBusy={loading.older || loading.newer}
          top={note(
            'older',
            t(failed.older ? 'conversation.failedOlder' : 'conversation.loadingOlder'),
            <span className={classes.note}>{t('conversation.beginning')}</span>,
          )}
          bottom={note('newer', t(failed.newer ? 'conversation.failedNewer' : 'conversation.loadingNewer'))}
          handle={list}
          onVisibleRange={visible.onVisibleRange}
        />
      )}
      {news && rows.length > 0 && <FirstUnreadButton news={news} onClick={on.onFirstUnread} />}
      {rows.length > 0 && !visible.isAtEnd && <LatestButton unread={unread.length} onClick={on.onLatest} />}
      <VisuallyHidden role="log" aria-live="polite">
        {announcement}
      </VisuallyHidden>
    </section>
  )
}

/** Announces the latest message to screen readers. */
function useAnnouncement({ conversation, isFollowing }: Snapshot): string {
  const { t, format, join } = useConversationContext()
  const [text, setText] = useState('')
  useEffect(() => {
    const item = isFollowing ? conversation?.pages.at(-1)?.entries.at(-1)?.item : undefined
    // An unsent message must not be announced any more.
    if (!item || item.kind === 'gap') return setText('')
    if (item.kind === 'happening') return setText(describeHappenings([item], { t, format, join }))
    setText(t('conversation.newOne', { what: `${nameOf(item, t)}: ${describeItem(item, t).slice(0, 200)}` }))
  }, [conversation, isFollowing, t, format, join])
  return text
}

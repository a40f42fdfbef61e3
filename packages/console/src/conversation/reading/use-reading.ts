import type { Overview, ReadPosition } from '@innkeeper/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useActor } from '../../channel/channel.ts'
import type { AllChannels } from '../../channel/merge-cards.ts'
import { overviewQuery } from '../../channel/queries.ts'
import { entriesOf } from '../timeline/conversation.ts'
import type { Snapshot } from '../timeline/snapshot.ts'

/** The newest message counts as read when it has been in view this long. */
const seenAfterMs = 1500

/** What is new since the person last looked. It stays as it was while they look. */
export type News = { firstUnreadId: string; count: number }

/**
 * What is new, by the position that is stored on the server, so that it's the same in every browser. It's asked when the
 * conversation is opened, and when someone comes back to the page. `isAsked`: it is known.
 */
export function useNews(channelId: string): { news: News | undefined; isAsked: boolean } {
  const isVisible = useIsPageVisible()
  const [news, setNews] = useState<News>()
  const [isAsked, setAsked] = useState(false)

  useEffect(() => {
    if (!isVisible) return setAsked(false)
    let isStale = false
    api.getReadPosition({ channelId }).then(
      (position) => {
        if (isStale) return
        setNews(toNews(position))
        setAsked(true)
      },
      // Without it, nothing is marked as new, and nothing as read.
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [channelId, isVisible])

  return { news, isAsked }
}

/**
 * Moves the position on when the end is in view. `isAsked`: it is known what was new; otherwise that would be lost. `isAtEnd`:
 * the newest message is in view.
 */
export function useMarkRead(
  channelId: string,
  { conversation }: Snapshot,
  { isAsked, isAtEnd }: { isAsked: boolean; isAtEnd: boolean },
): void {
  const { canWrite } = useActor()
  const client = useQueryClient()
  const markedId = useRef<string>(undefined)

  const mark = useCallback(
    async (messageId: string) => {
      const { unread } = await api.setReadPosition({ channelId, body: { messageId } })
      markedId.current = messageId
      client.setQueryData(overviewQuery.queryKey, (overview: AllChannels | undefined) =>
        overview ? withUnread(overview, channelId, unread) : undefined,
      )
    },
    [channelId, client],
  )

  const lastId = conversation && lastMessageId(conversation)
  useEffect(() => {
    if (!isAsked || !isAtEnd || !canWrite || lastId === undefined || lastId === markedId.current) return
    // A message that was unsent in the meantime, or a lost connection: the next one is marked.
    const timer = setTimeout(() => void mark(lastId).catch(() => {}), seenAfterMs)
    return () => clearTimeout(timer)
  }, [isAsked, isAtEnd, canWrite, lastId, mark])
}

function toNews({ firstUnreadId, unread }: ReadPosition): News | undefined {
  return firstUnreadId === null ? undefined : { firstUnreadId, count: unread }
}

function lastMessageId(conversation: NonNullable<Snapshot['conversation']>): string | undefined {
  const item = entriesOf(conversation).findLast(({ item: { kind } }) => kind === 'message')?.item
  return item?.kind === 'message' ? item.id : undefined
}

function withUnread(overview: Overview, channelId: string, unread: number): Overview {
  const channels = overview.channels.map((card) => (card.channelId === channelId ? { ...card, unread } : card))
  return { ...overview, channels }
}

function useIsPageVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

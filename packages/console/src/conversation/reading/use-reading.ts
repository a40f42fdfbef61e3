import type { Overview, ReadPosition } from '@innkeeper/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useActor } from '../../channel/channel.ts'
import { overviewQuery } from '../../channel/queries.ts'
import { entriesOf } from '../timeline/conversation.ts'
import type { Snapshot } from '../timeline/snapshot.ts'

/** The newest message counts as read when it has been in view this long. */
const seenAfterMs = 1500

/** What is new since the person last looked. It stays as it was while they look. */
export type News = { firstUnreadId: string; count: number }

/**
 * How far the person has read, which is stored on the server, so that it's the same in every browser. It's asked when the
 * conversation is opened, and when someone comes back to the page, and moves on when the end is in view.
 */
export function useReading(channelId: string, { conversation }: Snapshot, isAtEnd: boolean): News | undefined {
  const { canWrite } = useActor()
  const client = useQueryClient()
  const isVisible = useIsPageVisible()
  const [news, setNews] = useState<News>()
  const [isAsked, setAsked] = useState(false)
  const markedId = useRef<string>(undefined)

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

  const mark = useCallback(
    async (messageId: string) => {
      const { unread } = await api.setReadPosition({ channelId, body: { messageId } })
      markedId.current = messageId
      client.setQueryData(overviewQuery.queryKey, (overview: Overview | undefined) =>
        overview ? withUnread(overview, channelId, unread) : undefined,
      )
    },
    [channelId, client],
  )

  const lastId = conversation && lastMessageId(conversation)
  useEffect(() => {
    // Not before it is known what was new, or that would be lost.
    if (!isAsked || !isAtEnd || !canWrite || lastId === undefined || lastId === markedId.current) return
    // A message that was unsent in the meantime, or a lost connection: the next one is marked.
    const timer = setTimeout(() => void mark(lastId).catch(() => {}), seenAfterMs)
    return () => clearTimeout(timer)
  }, [isAsked, isAtEnd, canWrite, lastId, mark])

  return news
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

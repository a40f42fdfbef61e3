import type { LinkItem } from '@innkeeper/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, watchChannel } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { type Criteria, filterOf } from '../criteria.ts'

const pageSize = 50
/** Messages often come in groups. */
const pauseMs = 1500

const linksKey = (channelId: string) => [...channelKey(channelId), 'links'] as const

export function useLinks(channelId: string, criteria: Criteria) {
  const filter = filterOf(criteria)
  const list = useInfiniteQuery({
    queryKey: [...linksKey(channelId), filter],
    queryFn: ({ pageParam: cursor }) =>
      api.listLinks({ channelId, limit: pageSize, ...(cursor ? { cursor } : filter) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const items = useMemo(() => allOf(list.data?.pages ?? []), [list.data])
  const isComplete = list.data?.pages.every((page) => page.isComplete) ?? true
  return { list, items, isComplete }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly { items: LinkItem[] }[]): LinkItem[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()]
}

/** While the list is shown, new links appear and unsent ones disappear. */
export function useLiveLinks(channelId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const leaving = new AbortController()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      waiting = undefined
      void queryClient.invalidateQueries({ queryKey: linksKey(channelId) })
    }
    void watchChannel({
      channelId,
      signal: leaving.signal,
      onEvent({ event }) {
        if (event !== 'member' && event !== 'settings' && event !== 'media') waiting ??= setTimeout(readAgain, pauseMs)
      },
    })
    return () => {
      leaving.abort()
      clearTimeout(waiting)
    }
  }, [channelId, queryClient])
}

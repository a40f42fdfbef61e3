import type { SearchHit, TimelineMessage } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import { isLongEnough, type SearchCriteria, termOf } from './search-criteria.ts'

const pageSize = 30

export function useSearchResults(channelId: string, criteria: SearchCriteria) {
  const { from, to, sender, type } = criteria
  const q = termOf(criteria)
  const results = useInfiniteQuery({
    queryKey: [...channelKey(channelId), 'search', { q, from, to, sender, type }],
    queryFn: ({ pageParam: cursor }) =>
      api.searchMessages({
        channelId,
        limit: pageSize,
        ...(cursor
          ? { cursor }
          : { q, ...(from && { from }), ...(to && { to }), ...(sender && { sender }), ...(type && { type }) }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isLongEnough(q),
    // Results stay while more is typed: a flickering list cannot be read.
    placeholderData: keepPreviousData,
  })
  const hits = useMemo(() => allOf(results.data?.pages ?? []), [results.data])
  const isComplete = results.data?.pages.every((page) => page.isComplete) ?? true
  return { results, hits, isComplete }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly { hits: SearchHit[] }[]): MessageHit[] {
  const hits = pages.flatMap((page) => page.hits).filter(isMessageHit)
  return [...new Map(hits.map((hit) => [hit.item.id, hit])).values()]
}

export type MessageHit = SearchHit & { item: TimelineMessage }

function isMessageHit(hit: SearchHit): hit is MessageHit {
  return hit.item.kind === 'message'
}

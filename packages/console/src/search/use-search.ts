import type { ChannelHit, ChannelsSearchPage, SearchHit } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { hitCountQuery } from '../channel/hits.ts'
import { channelKey } from '../channel/queries.ts'

/** The channel to search, or null for all channels. */
export type SearchScope = string | null

/** A hit, which says its channel if all are searched. */
export type ListHit = SearchHit & Partial<Pick<ChannelHit, 'channelId'>>

type ListPage = {
  hits: readonly ListHit[]
  channels: ChannelsSearchPage['channels']
  isComplete: boolean
  nextCursor: string | null
}

export type SearchResults = ReturnType<typeof useSearchResults>

const pageSize = 30

export function useSearchResults(scope: SearchScope, text: string) {
  const q = text.trim()
  const results = useInfiniteQuery({
    queryKey: [...keyOf(scope), 'search', q],
    queryFn: ({ pageParam: cursor }) => readPage(scope, { ...(cursor ? { cursor } : { q }), limit: pageSize }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: q !== '',
    // Results stay while more is typed: a flickering list cannot be read.
    placeholderData: keepPreviousData,
  })
  const pages = results.data?.pages
  const hits = useMemo(() => allOf(pages ?? []), [pages])
  const channels = useMemo(
    () => new Map((pages ?? []).flatMap((page) => page.channels.map((one) => [one.channelId, one]))),
    [pages],
  )
  const isComplete = pages?.every((page) => page.isComplete) ?? true
  return { q, results, hits, channels, isComplete }
}

/** How many there are, once the first page is there. `isExact` is false if there may be more. */
export function useHitCount(scope: SearchScope, { q, results, hits }: SearchResults) {
  const isAll = results.isSuccess && !results.hasNextPage
  const isWanted = results.isSuccess && results.hasNextPage && !results.isPlaceholderData
  const channels = useQuery({
    queryKey: [...keyOf(null), 'hit-count', q],
    queryFn: () => api.countHitsInChannels({ q }),
    enabled: isWanted && scope === null,
  })
  const channel = useQuery({ ...hitCountQuery(scope ?? '', q), enabled: isWanted && scope !== null })
  if (isAll) return { count: hits.length, isExact: true }
  const counted = (scope === null ? channels : channel).data
  return counted && counted.count >= hits.length ? counted : { count: hits.length, isExact: false }
}

const keyOf = (scope: SearchScope) => (scope === null ? ['channels'] : channelKey(scope))

async function readPage(
  channelId: SearchScope,
  query: { q?: string; cursor?: string; limit: number },
): Promise<ListPage> {
  if (channelId === null) return await api.searchChannels({ ...query, context: true })
  return { channels: [], ...(await api.searchMessages({ channelId, ...query, context: true })) }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly ListPage[]): ListHit[] {
  const entries = pages.flatMap(({ hits }) =>
    hits.map((hit): [string, ListHit] => [`${hit.channelId ?? ''} ${hit.item.kind} ${hit.item.id}`, hit]),
  )
  return [...new Map(entries).values()]
}

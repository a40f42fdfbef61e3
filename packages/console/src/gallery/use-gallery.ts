import type { GalleryItem } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import { type Criteria, filterOf } from './criteria.ts'

const pageSize = 60
/** Coming back after that refetches every page. */
const staleTime = 60_000

/** The key of all galleries of a channel, regardless of their filters. */
export const galleryKey = (channelId: string) => [...channelKey(channelId), 'gallery'] as const
/** The key of everything that is counted. */
export const galleryCountsKey = (channelId: string) => [...channelKey(channelId), 'gallery-counts'] as const

export function useGallery(channelId: string, criteria: Criteria) {
  const filter = filterOf(criteria)
  const type = criteria.kind === 'all' || criteria.kind === 'link' ? undefined : criteria.kind
  const list = useInfiniteQuery({
    queryKey: [...galleryKey(channelId), { type, ...filter }],
    queryFn: ({ pageParam: cursor }) =>
      api.listGallery({ channelId, limit: pageSize, ...(cursor ? { cursor } : { ...(type && { type }), ...filter }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime,
  })
  const items = useMemo(() => allOf(list.data?.pages ?? []), [list.data])
  return { list, items }
}

/** How many files of each type there are, with the same filters as the list. */
export function useGalleryCounts(channelId: string, criteria: Criteria) {
  const filter = filterOf(criteria)
  return useQuery({
    queryKey: [...galleryCountsKey(channelId), filter],
    queryFn: () => api.countGallery({ channelId, ...filter }),
    placeholderData: keepPreviousData,
    staleTime,
  })
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly { items: GalleryItem[] }[]): GalleryItem[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()]
}

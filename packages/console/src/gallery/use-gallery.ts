import type { GalleryItem, MediaType } from '@innkeeper/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import { lastDayOf } from './months.ts'

/** `month`: that month and earlier ones. */
export type GalleryCriteria = { type: MediaType | undefined; month: string | undefined }

const pageSize = 100

/** The key of all galleries of a channel, regardless of their filters. */
export const galleryKey = (channelId: string) => [...channelKey(channelId), 'gallery'] as const

export function useGallery(channelId: string, { type, month }: GalleryCriteria) {
  const list = useInfiniteQuery({
    queryKey: [...galleryKey(channelId), { type, month }],
    queryFn: ({ pageParam: cursor }) =>
      api.listGallery({
        channelId,
        limit: pageSize,
        ...(cursor ? { cursor } : { ...(type && { type }), ...(month && { to: lastDayOf(month) }) }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Coming back after that refetches every page.
    staleTime: 60_000,
  })
  const items = useMemo(() => allOf(list.data?.pages ?? []), [list.data])
  return { list, items }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly { items: GalleryItem[] }[]): GalleryItem[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()]
}

import type { GalleryPage } from '@innkeeper/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchChannel } from '../api/client.ts'
import { galleryCountsKey, galleryKey } from './use-gallery.ts'

/** Pictures that are sent together arrive one by one, and are fetched once. */
const pauseMs = 1500
/** Galleries with more pages than this are not refetched until they are opened again. */
const fewPages = 3

/** While the gallery is shown, unsent files disappear at once and new ones appear. */
export function useLiveGallery(channelId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const leaving = new AbortController()
    const queryKey = galleryKey(channelId)
    let waiting: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      waiting = undefined
      const isShort = ({ state }: { state: { data?: unknown } }) => pagesOf(state.data).length <= fewPages
      void queryClient.invalidateQueries({ queryKey, predicate: isShort })
      void queryClient.invalidateQueries({ queryKey: galleryCountsKey(channelId) })
    }
    const remove = (id: string) => {
      queryClient.setQueriesData<InfiniteData<GalleryPage>>({ queryKey }, (known) => known && without(known, id))
      void queryClient.invalidateQueries({ queryKey: galleryCountsKey(channelId) })
    }
    void watchChannel({
      channelId,
      signal: leaving.signal,
      onEvent(event) {
        if (event.event === 'unsent') remove(event.id)
        if (event.event === 'media' || event.event === 'reset') waiting ??= setTimeout(readAgain, pauseMs)
      },
    })
    return () => {
      leaving.abort()
      clearTimeout(waiting)
    }
  }, [channelId, queryClient])
}

function pagesOf(data: unknown): unknown[] {
  return (data as InfiniteData<GalleryPage> | undefined)?.pages ?? []
}

function without(known: InfiniteData<GalleryPage>, id: string): InfiniteData<GalleryPage> {
  return {
    ...known,
    pages: known.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  }
}

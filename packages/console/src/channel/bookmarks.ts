import { InnkeeperError } from '@innkeeper/client'
import type { Bookmark, BookmarkList } from '@innkeeper/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { channelKey } from './queries.ts'

export const bookmarksQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'bookmarks'],
    queryFn: () => api.listBookmarks({ channelId }),
  })

/** Adds and removes the person's own bookmarks, and shows it everywhere at once. */
export function useChangeBookmarks(channelId: string) {
  const client = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const { queryKey } = bookmarksQuery(channelId)
  const change = (next: (bookmarks: Bookmark[]) => Bookmark[]) =>
    client.setQueryData(
      queryKey,
      (list: BookmarkList | undefined) => list && { ...list, bookmarks: next(list.bookmarks) },
    )
  /** `note`: left out, an existing note stays. */
  const save = useMutation({
    mutationFn: ({ messageId, note }: { messageId: string; note?: string }) =>
      api.saveBookmark({ channelId, messageId, body: note === undefined ? {} : { note } }),
    onSuccess: (saved) => change((bookmarks) => inOrder([saved, ...without(bookmarks, saved.messageId)])),
  })
  const remove = useMutation({
    mutationFn: ({ messageId }: { messageId: string }) => api.deleteBookmark({ channelId, messageId }),
    onSuccess: (_, { messageId }) => change((bookmarks) => without(bookmarks, messageId)),
    onError: (error, { messageId }) => {
      // Already removed in another browser, or with its message.
      if (error instanceof InnkeeperError && error.status === 404) change((list) => without(list, messageId))
      else notifyFailure(error)
    },
  })
  return { save, remove }
}

function without(bookmarks: readonly Bookmark[], messageId: string): Bookmark[] {
  return bookmarks.filter((one) => one.messageId !== messageId)
}

/** Like the service: of the newest message first. Timestamps have one format, so they can be compared as strings. */
function inOrder(bookmarks: Bookmark[]): Bookmark[] {
  return bookmarks.sort((a, b) => (a.message.timestamp < b.message.timestamp ? 1 : -1))
}

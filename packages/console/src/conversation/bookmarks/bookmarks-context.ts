import type { Bookmark } from '@innkeeper/contract'
import { createContext, useContext } from 'react'

/** Apart from the conversation's context: only marks and menus depend on it, so rows aren't rendered again. */
export type BookmarksContextValue = {
  byMessage: ReadonlyMap<string, Bookmark>
  /** Undefined if the key of this session can't change anything. */
  change: BookmarkChanges | undefined
}

export type BookmarkChanges = {
  /** Opens the note of a bookmark, which is created when it is saved. */
  edit(messageId: string): void
  add(messageId: string): void
  remove(messageId: string): void
}

export const BookmarksContext = createContext<BookmarksContextValue>({ byMessage: new Map(), change: undefined })

export function useBookmarks(): BookmarksContextValue {
  return useContext(BookmarksContext)
}

import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookmarksQuery, useChangeBookmarks } from '../../channel/bookmarks.ts'
import { useActor, useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import type { BookmarksContextValue } from './bookmarks-context.ts'

// Drawers and dialogs are large, and most visits only read.
const BookmarksDrawer = lazy(() => import('./bookmarks-drawer.tsx'))
const NoteDialog = lazy(() => import('./note-dialog.tsx'))

type Tools = {
  context: BookmarksContextValue
  /** Opens the list of bookmarks. */
  open(): void
  /** The list, and the dialog for a note. */
  panels: ReactNode
}

/** The person's bookmarks and ways to change them. `goTo` shows a message in the conversation. */
export function useBookmarkTools(goTo: (messageId: string) => void): Tools {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { canWrite } = useActor()
  const bookmarks = useQuery(bookmarksQuery(channelId)).data?.bookmarks
  const changes = useChangeBookmarks(channelId)
  const notifyFailure = useNotifyFailure()
  const [editedId, setEditedId] = useState<string>()
  // It stays once it was opened, so that closing it returns the focus.
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, list] = useDisclosure(false, { onOpen: () => setWasOpened(true) })
  const latest = useRef({ changes, notifyFailure, t })
  latest.current = { changes, notifyFailure, t }

  const context = useMemo<BookmarksContextValue>(() => {
    const byMessage = new Map(bookmarks?.map((one) => [one.messageId, one]))
    if (!canWrite) return { byMessage, change: undefined }
    return {
      byMessage,
      change: {
        edit: setEditedId,
        add(messageId) {
          const { changes: now, notifyFailure: notify, t: say } = latest.current
          now.save.mutate(
            { messageId },
            {
              onSuccess: () =>
                notifications.show({ id: 'bookmarked', message: say('conversation.bookmarks.added'), autoClose: 2500 }),
              onError: notify,
            },
          )
        },
        remove: (messageId) => latest.current.changes.remove.mutate({ messageId }),
      },
    }
  }, [bookmarks, canWrite])

  const edited = editedId === undefined ? undefined : context.byMessage.get(editedId)
  const panels = (
    <Suspense>
      {wasOpened && (
        <BookmarksDrawer
          opened={isOpen}
          onClose={list.close}
          onShow={(messageId) => {
            list.close()
            goTo(messageId)
          }}
        />
      )}
      {edited && <NoteDialog bookmark={edited} changes={changes} onClose={() => setEditedId(undefined)} />}
    </Suspense>
  )
  return { context, open: list.open, panels }
}

import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookmarksQuery, useChangeBookmarks } from '../../channel/bookmarks.ts'
import { useActor, useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import type { BookmarksContextValue } from './bookmarks-context.ts'
import { BookmarksDrawer } from './bookmarks-drawer.tsx'
import { NoteDialog } from './note-dialog.tsx'

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
  const [isOpen, list] = useDisclosure(false)
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
    <>
      <BookmarksDrawer
        opened={isOpen}
        onClose={list.close}
        onShow={(messageId) => {
          list.close()
          goTo(messageId)
        }}
      />
      {edited && <NoteDialog bookmark={edited} changes={changes} onClose={() => setEditedId(undefined)} />}
    </>
  )
  return { context, open: list.open, panels }
}

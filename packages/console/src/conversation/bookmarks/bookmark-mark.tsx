import type { TimelineMessage } from '@innkeeper/contract'
import { IconBookmarkFilled } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import classes from '../message/row-view.module.css'
import { useBookmarks } from './bookmarks-context.ts'

/** Marks a message that the person has bookmarked. Its tooltip is the note, and a click opens it. */
export function BookmarkMark({ item }: { item: TimelineMessage }) {
  const { t } = useConversationContext()
  const { byMessage, change } = useBookmarks()
  const bookmark = byMessage.get(item.id)
  if (!bookmark) return null
  const label = bookmark.note
    ? t('conversation.bookmarks.markWithNote', { note: bookmark.note })
    : t('conversation.bookmarks.mark')
  return (
    <button
      type="button"
      className={classes.bookmark}
      tabIndex={-1}
      title={label}
      aria-label={label}
      disabled={!change}
      onClick={() => change?.edit(item.id)}
    >
      <IconBookmarkFilled size={14} aria-hidden />
    </button>
  )
}

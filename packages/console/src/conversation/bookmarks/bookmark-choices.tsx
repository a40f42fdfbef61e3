import type { TimelineMessage } from '@innkeeper/contract'
import { Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkOff, IconPencil } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import { useBookmarks } from './bookmarks-context.ts'

/** In the menu of a message. */
export function BookmarkChoices({ item: { id } }: { item: TimelineMessage }) {
  const { t } = useConversationContext()
  const { byMessage, change } = useBookmarks()
  if (!change) return null
  if (!byMessage.has(id)) {
    return (
      <Menu.Item leftSection={<IconBookmark size={16} />} onClick={() => change.add(id)}>
        {t('conversation.bookmarks.add')}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => change.edit(id)}>
        {t('conversation.bookmarks.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBookmarkOff size={16} />} onClick={() => change.remove(id)}>
        {t('conversation.bookmarks.remove')}
      </Menu.Item>
    </>
  )
}

import type { TimelineItem } from '@innkeeper/contract'
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { mediaUrl } from '../../api/client.ts'
import { importedNote } from '../../channel/imported-note.ts'
import { hasPage } from '../../channel/person-link.tsx'
import { IconCornerUpLeft, IconDownload, IconLink, IconTextPlus, IconUser } from '../../ui/icons/icons.ts'
import { BookmarkChoices } from '../bookmarks/bookmark-choices.tsx'
import { useConversationContext } from '../conversation-context.ts'
import { timeOf } from '../timeline/conversation.ts'
import { captionOf } from './describe.ts'
import { MenuButton } from './menu-button.tsx'

type Item = Exclude<TimelineItem, { kind: 'gap' | 'happening' }>

/** Opens as soon as it is shown: it takes the place of a button that was pressed. */
export function MessageMenu({ item }: { item: Item }) {
  const [isOpen, setOpen] = useState(false)
  // In an effect, because a menu only remembers the focus from the moment it opens.
  useEffect(() => setOpen(true), [])
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <MenuButton onClick={() => setOpen(true)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Choices item={item} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ item }: { item: Item }) {
  const { t, channelId, goTo } = useConversationContext()
  const copy = useCopy()
  const text = item.kind === 'answer' ? item.texts.join('\n') : textOf(item)
  const answered = item.kind === 'answer' ? item.messageId : item.quoted?.type ? item.quoted.id : null
  return (
    <>
      <When at={timeOf(item)} note={item.kind === 'message' ? importedNote(item, t) : undefined} />
      {item.kind === 'message' && <BookmarkChoices item={item} />}
      {item.kind === 'message' && (
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => copy(linkTo(channelId, item.id))}>
          {t('conversation.menu.copyLink')}
        </Menu.Item>
      )}
      {text && (
        <Menu.Item leftSection={<IconTextPlus size={16} />} onClick={() => copy(text)}>
          {t('conversation.menu.copyText')}
        </Menu.Item>
      )}
      {item.kind === 'message' && item.mediaState === 'stored' && (
        <Menu.Item
          component="a"
          href={mediaUrl.file(channelId, item.id)}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t('conversation.menu.download')}
        </Menu.Item>
      )}
      {item.kind === 'message' && hasPage(item.sender.id) && (
        <Menu.Item
          leftSection={<IconUser size={16} />}
          renderRoot={(props) => (
            <Link to="/channels/$channelId/members/$userId" params={{ channelId, userId: item.sender.id }} {...props} />
          )}
        >
          {t('conversation.menu.person', { name: item.sender.name })}
        </Menu.Item>
      )}
      {answered && (
        <Menu.Item leftSection={<IconCornerUpLeft size={16} />} onClick={() => goTo(answered)}>
          {t('conversation.menu.quoted')}
        </Menu.Item>
      )}
    </>
  )
}

/** In full and in both time zones: the tooltip shows the same, but touch screens have none. */
function When({ at, note }: { at: string; note: string | undefined }) {
  const { format, foreignZone, ownTime } = useConversationContext()
  return (
    <Menu.Label>
      <time dateTime={at}>{format.dateTime(at)}</time>
      {foreignZone && ` (${foreignZone})`}
      {foreignZone && <div>{ownTime(at)}</div>}
      {note && <div>{note}</div>}
    </Menu.Label>
  )
}

/** A link to the message within the conversation. */
function linkTo(channelId: string, messageId: string): string {
  const url = new URL(`/channels/${encodeURIComponent(channelId)}`, window.location.origin)
  url.searchParams.set('message', messageId)
  return url.href
}

function textOf(item: Extract<Item, { kind: 'message' }>): string {
  if (item.type === 'text') return item.content
  if (item.type === 'file') return captionOf(item) || item.fileName
  if (item.type === 'location') return [item.title, item.address].filter(Boolean).join('\n')
  return captionOf(item)
}

function useCopy() {
  const { t } = useConversationContext()
  return (text: string) => {
    const notify = (message: string) => notifications.show({ id: 'copied', message, autoClose: 2000 })
    // Browsers offer the clipboard API only over HTTPS.
    const copying = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'))
    copying.then(
      () => notify(t('conversation.menu.copied')),
      () => notify(t('conversation.menu.copyFailed')),
    )
  }
}

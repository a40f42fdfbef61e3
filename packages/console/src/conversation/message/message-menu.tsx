import type { TimelineItem } from '@innkeeper/contract'
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { mediaUrl } from '../../api/client.ts'
import { IconCornerUpLeft, IconDotsVertical, IconDownload, IconLink, IconTextPlus } from '../../ui/icons/icons.ts'
import { BookmarkChoices } from '../bookmarks/bookmark-choices.tsx'
import { useConversationContext } from '../conversation-context.ts'
import { timeOf } from '../timeline/conversation.ts'
import classes from './row-view.module.css'

type Item = Exclude<TimelineItem, { kind: 'gap' | 'happening' }>

/** A plain button until it is first pressed: menus are expensive, and every row has one. */
export function MessageMenu({ item }: { item: Item }) {
  const { t } = useConversationContext()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  // Opened in an effect, because a menu only remembers the focus from the moment it opens.
  useEffect(() => setOpen(wasOpened), [wasOpened])
  const button = (
    <button
      type="button"
      className={classes.menuButton}
      tabIndex={-1}
      aria-label={t('conversation.menu.label')}
      aria-haspopup="menu"
      data-menu
      onClick={() => {
        setWasOpened(true)
        setOpen(wasOpened)
      }}
    >
      <IconDotsVertical size={16} aria-hidden />
    </button>
  )
  if (!wasOpened) return button
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>{button}</Menu.Target>
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
      <When at={timeOf(item)} />
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
      {answered && (
        <Menu.Item leftSection={<IconCornerUpLeft size={16} />} onClick={() => goTo(answered)}>
          {t('conversation.menu.quoted')}
        </Menu.Item>
      )}
    </>
  )
}

/** In full and in both time zones: the tooltip shows the same, but touch screens have none. */
function When({ at }: { at: string }) {
  const { format, foreignZone, ownTime } = useConversationContext()
  return (
    <Menu.Label>
      <time dateTime={at}>{format.dateTime(at)}</time>
      {foreignZone && ` (${foreignZone})`}
      {foreignZone && <div>{ownTime(at)}</div>}
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
  if (item.type === 'file') return item.fileName
  if (item.type === 'location') return [item.title, item.address].filter(Boolean).join('\n')
  return ''
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

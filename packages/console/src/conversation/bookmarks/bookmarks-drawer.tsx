import type { Bookmark } from '@innkeeper/contract'
import { Button, Center, Drawer, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../../api/client.ts'
import { bookmarksQuery } from '../../channel/bookmarks.ts'
import { useChannel } from '../../channel/channel.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime, ZoneNote } from '../../channel/zoned-time.tsx'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { describeItem, nameOf } from '../message/describe.ts'
import classes from './bookmarks.module.css'
import { type BookmarkChanges, useBookmarks } from './bookmarks-context.ts'

type Props = { opened: boolean; onClose(): void; onShow(messageId: string): void }

/** The person's own bookmarks in this channel, of the newest message first. */
export default function BookmarksDrawer({ opened, onClose, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={t('conversation.bookmarks.title')}
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      {opened && <Bookmarks onShow={onShow} />}
    </Drawer>
  )
}

function Bookmarks({ onShow }: Pick<Props, 'onShow'>) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { change } = useBookmarks()
  // A message may have been unsent since.
  const list = useQuery({ ...bookmarksQuery(channelId), refetchOnMount: 'always' })
  if (list.isError && !list.data) {
    return (
      <Stack>
        <FailureNote error={list.error} />
        <Button variant="default" onClick={() => void list.refetch()}>
          {t('shell.retry')}
        </Button>
      </Stack>
    )
  }
  if (!list.data) {
    return (
      <Center p="xl">
        <Loader size="sm" role="status" aria-label={t('shell.loading')} />
      </Center>
    )
  }
  if (list.data.bookmarks.length === 0) return <Text c="dimmed">{t('conversation.bookmarks.empty')}</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('conversation.bookmarks.private')}
      </Text>
      <ZoneNote mt="xs" />
      <ul className={classes.list}>
        {list.data.bookmarks.map((bookmark) => (
          <Entry key={bookmark.messageId} bookmark={bookmark} change={change} onShow={onShow} />
        ))}
      </ul>
    </>
  )
}

/** A sticker is its picture, unless there is none. */
function What({ message }: Pick<Bookmark, 'message'>) {
  const { t } = useTranslation()
  const [isGone, setGone] = useState(false)
  const text = describeItem(message, t)
  if (message.type === 'sticker' && message.sticker && !isGone) {
    const src = picturePath(message.sticker.url)
    return <img className={classes.sticker} src={src} alt={text} loading="lazy" onError={() => setGone(true)} />
  }
  return (
    <Text lineClamp={3} className={classes.text} dir="auto">
      {text}
    </Text>
  )
}

type EntryProps = { bookmark: Bookmark; change: BookmarkChanges | undefined } & Pick<Props, 'onShow'>

function Entry({ bookmark: { messageId, note, message }, change, onShow }: EntryProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.entry}>
      <Text size="xs" c="dimmed">
        <PersonLink userId={message.sender.id}>
          <bdi>{nameOf(message, t)}</bdi>
        </PersonLink>{' '}
        · <ZonedTime at={message.timestamp} />
      </Text>
      <What message={message} />
      {note && (
        <Text size="sm" className={classes.note} dir="auto">
          {note}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="light" onClick={() => onShow(messageId)}>
          {t('conversation.bookmarks.show')}
        </Button>
        {change && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={() => change.edit(messageId)}>
              {t('conversation.bookmarks.edit')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => change.remove(messageId)}>
              {t('conversation.bookmarks.remove')}
            </Button>
          </>
        )}
      </Group>
    </li>
  )
}

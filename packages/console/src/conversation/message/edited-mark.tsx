import type { TimelineMessage } from '@innkeeper/contract'
import { Loader, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { useConversationContext } from '../conversation-context.ts'
import { MessageText } from './message-text.tsx'
import classes from './row-view.module.css'

/** Marks a message as edited, and shows its earlier versions. */
export default function EditedMark({ item }: { item: TimelineMessage }) {
  const { t, format } = useConversationContext()
  const [isOpen, setOpen] = useState(false)
  const when = item.editedAt ? format.dateTime(item.editedAt) : ''
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="bottom-start" withArrow trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.edited}
          aria-label={t('conversation.editedAt', { when })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('conversation.edited')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <Versions item={item} />}</Popover.Dropdown>
    </Popover>
  )
}

function Versions({ item }: { item: TimelineMessage }) {
  const { t, channelId, format } = useConversationContext()
  const versions = useQuery({
    // Every edit changes the list.
    queryKey: [...channelKey(channelId), 'versions', item.id, item.editedAt],
    queryFn: () => api.listVersions({ channelId, messageId: item.id }),
  })
  if (versions.isPending) return <Loader size="sm" />
  if (versions.isError) return <Text size="sm">{t('conversation.versions.failed')}</Text>
  return (
    <Stack
      gap="sm"
      mah={360}
      className={classes.versions}
      tabIndex={0}
      role="group"
      aria-label={t('conversation.versions.title')}
    >
      {versions.data.versions.toReversed().map(({ content, at, current }) => (
        <div key={`${at} ${content}`}>
          <Text size="xs" c="dimmed">
            {current ? t('conversation.versions.now') : format.dateTime(at)}
          </Text>
          <MessageText text={content} />
        </div>
      ))}
    </Stack>
  )
}

import type { Bookmark } from '@innkeeper/contract'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useChangeBookmarks } from '../../channel/bookmarks.ts'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { describeItem } from '../message/describe.ts'

type Props = {
  bookmark: Bookmark
  changes: ReturnType<typeof useChangeBookmarks>
  onClose(): void
}

/** As long as the service allows. */
const longestNote = 1000

/** The note of a bookmark. */
export default function NoteDialog({ bookmark, changes: { save, remove }, onClose }: Props) {
  const { t } = useTranslation()
  const [note, setNote] = useState(bookmark.note)
  const { messageId, message } = bookmark
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ messageId, note: note.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('conversation.bookmarks.noteTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed" lineClamp={3}>
            <bdi>{message.sender.name}</bdi>: <bdi>{describeItem(message, t)}</bdi>
          </Text>
          <Textarea
            label={t('conversation.bookmarks.note')}
            description={t('conversation.bookmarks.private')}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            maxLength={longestNote}
            autosize
            minRows={2}
            maxRows={8}
            data-autofocus
          />
          {save.isError && <FailureNote error={save.error} />}
          <Group justify="space-between">
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({ messageId }, { onSuccess: onClose })}
            >
              {t('conversation.bookmarks.remove')}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('shell.cancel')}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {t('conversation.bookmarks.save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

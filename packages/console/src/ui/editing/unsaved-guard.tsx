import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks before somebody leaves, by a link, the way back or closing the page, while `isDirty`. Stands anywhere in an editor. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    // Whose sign-in has ended can save nothing any more, and nothing of theirs may stay on the page.
    shouldBlockFn: ({ next }) => next.pathname !== '/sign-in',
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const stay = () => reset?.()
  return (
    <Modal opened={status === 'blocked'} onClose={stay} title={t('editing.unsaved.title')}>
      <Text>{t('editing.unsaved.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          {t('editing.unsaved.leave')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('editing.unsaved.stay')}
        </Button>
      </Group>
    </Modal>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LateDialog } from '../late-dialog.tsx'

/**
 * Asks before someone leaves with unsaved changes, by a link, by going back or by closing the page. Can be anywhere in an
 * editor.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    // After a sign-out nothing can be saved, and the page must be cleared.
    shouldBlockFn: ({ next }) => next.pathname !== '/sign-in',
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const stay = () => reset?.()
  return (
    <LateDialog opened={status === 'blocked'} onClose={stay} title={t('editing.unsaved.title')}>
      <Text>{t('editing.unsaved.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          {t('editing.unsaved.leave')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('editing.unsaved.stay')}
        </Button>
      </Group>
    </LateDialog>
  )
}

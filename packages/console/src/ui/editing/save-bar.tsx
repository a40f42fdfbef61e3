import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './save-bar.module.css'

type Props = { onDiscard: () => void; isSaving: boolean; isValid?: boolean }

/** Stays in view at the end of a form with unsaved changes. */
export function SaveBar({ onDiscard, isSaving, isValid = true }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar} data-bottom-bar>
      <Text size="sm" role="status" className={classes.dirty ?? ''}>
        {t('editing.save.dirty')}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          {t('editing.save.discard')}
        </Button>
        <Button type="submit" loading={isSaving} disabled={!isValid}>
          {t('editing.save.button')}
        </Button>
      </Group>
    </div>
  )
}

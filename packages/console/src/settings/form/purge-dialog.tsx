import type { RetentionPreview } from '@innkeeper/contract'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCounted } from '../../ui/format/use-counted.ts'
import { LateDialog } from '../../ui/late-dialog.tsx'

type Props = { preview: RetentionPreview | undefined; opened: boolean; onConfirm: () => void; onClose: () => void }

export function PurgeDialog({ preview, opened, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const counted = useCounted()
  return (
    <LateDialog opened={opened} onClose={onClose} title={t('settings.purge.title')}>
      {preview && <Text>{t('settings.purge.text', { what: counted(preview) })}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {t('settings.purge.confirm')}
        </Button>
      </Group>
    </LateDialog>
  )
}

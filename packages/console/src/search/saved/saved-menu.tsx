import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconDotsVertical, IconTrash } from '../../ui/icons/icons.ts'
import { useDeleteWithUndo } from './use-delete-with-undo.tsx'
import type { OwnSearch } from './use-saved.ts'

type Props = { saved: OwnSearch; label: string; onRename: () => void }

export function SavedMenu({ saved, label, onRename }: Props) {
  const { t } = useTranslation()
  const remove = useDeleteWithUndo()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
          <IconDotsVertical size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('search.saved.rename')}</Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          c="var(--mantine-color-error)"
          onClick={() => void remove(saved)}
        >
          {t('search.saved.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { isOpen: boolean; onClose(): void; children: ReactNode }

export default function CalendarDrawer({ isOpen, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      // As high as what is in it.
      styles={{ content: { height: 'auto' } }}
      radius="lg"
      title={t('conversation.calendar.label')}
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      {children}
    </Drawer>
  )
}

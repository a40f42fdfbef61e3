import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../conversation.module.css'
import type { Jumps } from '../use-jumps.ts'
import { Calendar } from './calendar.tsx'
import type { useCalendarPanel } from './use-calendar-panel.ts'

type Props = { panel: ReturnType<typeof useCalendarPanel>; day: string | undefined; jumps: Jumps; onEscape(): void }

export function CalendarPanel({ panel, day, jumps, onEscape }: Props) {
  const { t } = useTranslation()
  const calendar = <Calendar day={day} jumps={jumps} />
  if (panel.isBeside) {
    return (
      <aside
        className={classes.side}
        ref={panel.beside}
        aria-label={t('reader.calendar.label')}
        onKeyDown={({ key }) => key === 'Escape' && onEscape()}
      >
        {calendar}
      </aside>
    )
  }
  return (
    <Drawer
      opened={panel.isOpen}
      onClose={panel.close}
      position="bottom"
      size={500}
      radius="lg"
      title={t('reader.calendar.label')}
      closeButtonProps={{ 'aria-label': t('reader.help.close') }}
    >
      {calendar}
    </Drawer>
  )
}

import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../conversation.module.css'
import type { Print } from '../print/use-print.tsx'
import type { Jumps } from '../use-jumps.ts'
import { Calendar } from './calendar.tsx'

type Props = {
  panel: ReturnType<typeof useCalendarPanel>
  day: string | undefined
  jumps: Jumps
  print: Print
  onEscape(): void
}

export function CalendarPanel({ panel, day, jumps, print, onEscape }: Props) {
  const { t } = useTranslation()
  const calendar = <Calendar day={day} jumps={jumps} print={print} />
  if (panel.isBeside) {
    return (
      <aside
        className={classes.side}
        ref={panel.beside}
        aria-label={t('conversation.calendar.label')}
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
      title={t('conversation.calendar.label')}
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      {calendar}
    </Drawer>
  )
}

/** Beside the conversation if there is space, otherwise in a drawer. */
export function useCalendarPanel() {
  const isBeside = useMediaQuery('(min-width: 72em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isOpen, setOpen] = useState(false)
  const beside = useRef<HTMLElement>(null)
  const open = useCallback(() => {
    if (!isBeside) return setOpen(true)
    const days = beside.current
    const day = days?.querySelector<HTMLElement>('[data-heat][data-selected]') ?? days?.querySelector('[data-heat="4"]')
    if (day instanceof HTMLElement) day.focus()
  }, [isBeside])
  const close = useCallback(() => setOpen(false), [])
  return { isBeside, isOpen, beside, open, close }
}

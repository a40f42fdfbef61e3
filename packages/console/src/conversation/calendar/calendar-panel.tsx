import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts, withCalendarNames } from '../../locales/i18n.ts'
import { afterFirstLoad } from '../../ui/after-first-load.ts'
import classes from '../conversation.module.css'
import type { Print } from '../print/use-print.tsx'
import type { Jumps } from '../use-jumps.ts'

// On a phone, most people never open it.
const Calendar = lazy(
  afterFirstLoad(
    withCalendarNames(async () => {
      const [file] = await Promise.all([import('./calendar.tsx'), loadTexts('exports')])
      return file
    }),
  ),
)
const CalendarDrawer = lazy(() => import('./calendar-drawer.tsx'))

type Props = {
  panel: ReturnType<typeof useCalendarPanel>
  day: string | undefined
  jumps: Jumps
  print: Print
  onEscape(): void
}

export function CalendarPanel({ panel, day, jumps, print, onEscape }: Props) {
  const { t } = useTranslation()
  const calendar = (
    <Suspense fallback={<Skeleton height={320} />}>
      <Calendar day={day} jumps={jumps} print={print} />
    </Suspense>
  )
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
  if (!panel.wasOpened) return null
  return (
    <Suspense>
      <CalendarDrawer isOpen={panel.isOpen} onClose={panel.close}>
        {calendar}
      </CalendarDrawer>
    </Suspense>
  )
}

/** Beside the conversation if there is space, otherwise in a drawer. */
export function useCalendarPanel() {
  const isBeside = useMediaQuery('(min-width: 72em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const beside = useRef<HTMLElement>(null)
  const open = useCallback(() => {
    if (!isBeside) {
      setIsOpen(true)
      setWasOpened(true)
      return
    }
    const days = beside.current
    const day = days?.querySelector<HTMLElement>('[data-heat][data-selected]') ?? days?.querySelector('[data-heat="4"]')
    if (day instanceof HTMLElement) day.focus()
  }, [isBeside])
  const close = useCallback(() => setIsOpen(false), [])
  return { isBeside, isOpen, wasOpened, beside, open, close }
}

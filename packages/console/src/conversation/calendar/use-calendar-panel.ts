import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'

/** Beside the conversation where there is room, else in a drawer. */
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

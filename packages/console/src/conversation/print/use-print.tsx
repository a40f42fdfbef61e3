import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import type { Format } from '../../ui/format/format.ts'
import type { Conversation } from '../timeline/conversation.ts'
import { type DayToPrint, findDay, loadDay } from './load-day.ts'
import { PrintedDay } from './printed-day.tsx'

type Shown = { conversation: Conversation | undefined; day: string | undefined; format: Format }

/**
 * Prints the day in view, without the page around it. The browser's own command can't wait, so it prints what is loaded and says
 * if that isn't everything.
 */
export function usePrint(shown: Shown): { print: Print; page: ReactNode } {
  const { channelId } = useChannel()
  const [printed, setPrinted] = useState<DayToPrint>()
  const latest = useRef(shown)
  latest.current = shown
  const isPrepared = useRef(false)

  const start = useMutation({
    mutationFn: (day: string) =>
      loadDay((query) => api.getTimeline({ channelId, ...query }), day, latest.current.format.dayOf),
    onSuccess: async (day) => {
      flushSync(() => setPrinted(day))
      await picturesLoaded()
      isPrepared.current = true
      window.print()
      isPrepared.current = false
    },
  })

  useEffect(() => {
    const before = () => {
      const { conversation, day, format } = latest.current
      if (isPrepared.current || !conversation || day === undefined) return
      flushSync(() => setPrinted(findDay(conversation, day, format.dayOf)))
    }
    const after = () => setPrinted(undefined)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])

  const { mutate, isPending, error } = start
  return {
    print: { isPending, error, start: () => shown.day !== undefined && mutate(shown.day) },
    page: printed && <PrintedDay {...printed} />,
  }
}

export type Print = { isPending: boolean; error: unknown; start(): void }

/** Pictures that don't load in time are left blank. */
const longestWaitMs = 8000

async function picturesLoaded(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-printed] img')]
  const loaded = Promise.allSettled(pictures.map((picture) => picture.decode()))
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}

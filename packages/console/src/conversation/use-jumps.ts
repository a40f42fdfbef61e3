import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useChannel } from '../channel/channel.ts'
import type { OpenConversation } from './timeline/open-conversation.ts'
import type { Start } from './timeline/snapshot.ts'

export type Jumps = ReturnType<typeof useJumps>

/** Earlier than any message. */
const beginning = '1970-01-01'

/** The jumps that people can make. `onLeave` closes what covers the conversation. */
export function useJumps(go: (start: Start) => void, onLeave: () => void) {
  return useMemo(() => {
    const jump = (start: Start) => {
      onLeave()
      go(start)
    }
    return {
      toMessage: (id: string) => jump({ kind: 'message', id }),
      toDay: (date: string) => jump({ kind: 'date', date }),
      toFirst: () => jump({ kind: 'date', date: beginning }),
      toLatest: () => jump({ kind: 'end' }),
    }
  }, [go, onLeave])
}

/** The URL holds the target of the last jump, so that going back returns to it. */
export function useAddress(open: OpenConversation): (start: Start) => void {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const { date, message, answer, q, sender, results } = useSearch({ from: '/app/channels/$channelId/' })
  const lastAddress = useRef<string>(undefined)
  const address = JSON.stringify(toSearch(toStart({ date, message, answer })))
  useEffect(() => {
    if (lastAddress.current === address) return
    lastAddress.current = address
    open.jump(toStart({ date, message, answer }))
  }, [open, address, date, message, answer])
  // A newly opened conversation has not jumped yet.
  useEffect(() => {
    return () => {
      if (open) lastAddress.current = undefined
    }
  }, [open])
  return useCallback(
    (start) => {
      lastAddress.current = JSON.stringify(toSearch(start))
      open.jump(start)
      void navigate({
        to: '/channels/$channelId',
        params: { channelId },
        // The results of a search stay open.
        search: { ...toSearch(start), ...(q && { q }), ...(sender && { sender }), ...(results && { results }) },
        resetScroll: false,
      })
    },
    [open, navigate, channelId, q, sender, results],
  )
}

type Address = { date?: string | undefined; message?: string | undefined; answer?: string | undefined }

function toStart({ date, message, answer }: Address): Start {
  const beside = answer === undefined ? {} : { answer }
  if (message) return { kind: 'message', id: message, ...beside }
  return date ? { kind: 'date', date, ...beside } : { kind: 'end' }
}

function toSearch(start: Start): { date?: string; message?: string; answer?: string } {
  if (start.kind === 'end') return {}
  const beside = start.answer === undefined ? {} : { answer: start.answer }
  return start.kind === 'message' ? { message: start.id, ...beside } : { date: start.date, ...beside }
}

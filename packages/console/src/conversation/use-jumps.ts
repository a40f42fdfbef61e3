import { useMemo } from 'react'
import type { Start } from './timeline/open-conversation.ts'

export type Jumps = ReturnType<typeof useJumps>

/** The earliest day there is, whichever that may be. */
const beginning = '1970-01-01'

/** Where one can go on purpose. `onLeave`: what lies over the conversation goes away. */
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

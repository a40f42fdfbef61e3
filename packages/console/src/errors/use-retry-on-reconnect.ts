import { useEffect, useRef } from 'react'
import { NotReachedError } from '../api/client.ts'
import { useIsConnected } from '../api/connection.ts'
import { failureOf } from './failure.ts'

const pauseMs = 3000

/** Retries what failed without a connection as soon as there is one. */
export function useRetryWhenBack(error: unknown, onRetry: (() => void) | undefined): void {
  const isConnected = useIsConnected()
  const wasCut = useRef(false)
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    if (failureOf(error, { opening: true }).kind !== 'network') return
    if (!isConnected) {
      wasCut.current = true
      return
    }
    // Another request succeeded before this was shown. Only requests are retried, not missing parts of the page.
    if (!wasCut.current && !(error instanceof NotReachedError)) return
    const timer = setTimeout(() => retry.current?.(), wasCut.current ? 0 : pauseMs)
    wasCut.current = false
    return () => clearTimeout(timer)
  }, [error, isConnected])
}

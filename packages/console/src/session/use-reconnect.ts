import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { useIsConnected } from './connection.ts'

const knockMs = 4000

/** While nothing answers, asks again and again; then everything on the page is read anew. Says whether there is a connection. */
export function useReconnect(): boolean {
  const isConnected = useIsConnected()
  const client = useQueryClient()
  useEffect(() => {
    if (isConnected) return
    // Whatever comes of it is noticed where requests are made.
    const knock = setInterval(() => void api.getHealth().catch(() => undefined), knockMs)
    return () => {
      clearInterval(knock)
      void client.invalidateQueries()
    }
  }, [isConnected, client])
  return isConnected
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { useIsConnected } from '../api/connection.ts'

const knockMs = 4000

/** While nothing answers, asks again and again; then everything on the page is read anew. */
export function useReconnect(): void {
  const isConnected = useIsConnected()
  const client = useQueryClient()
  useEffect(() => {
    if (isConnected) return
    // Whatever comes of it is noticed where requests are made.
    const knock = () => void api.getHealth().catch(() => undefined)
    const knocking = setInterval(knock, knockMs)
    window.addEventListener('online', knock)
    return () => {
      clearInterval(knocking)
      window.removeEventListener('online', knock)
      void client.invalidateQueries()
    }
  }, [isConnected, client])
}

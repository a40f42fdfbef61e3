import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { useIsConnected } from '../api/connection.ts'

const pingMs = 4000

/** While nothing answers, asks again and again; then everything on the page is read anew. */
export function useReconnect(): void {
  const isConnected = useIsConnected()
  const client = useQueryClient()
  useEffect(() => {
    if (isConnected) return
    // Whatever comes of it is noticed where requests are made.
    const ping = () => void api.getHealth().catch(() => undefined)
    const pinging = setInterval(ping, pingMs)
    window.addEventListener('online', ping)
    return () => {
      clearInterval(pinging)
      window.removeEventListener('online', ping)
      void client.invalidateQueries()
    }
  }, [isConnected, client])
}

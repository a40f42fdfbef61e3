import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { useIsConnected } from '../api/connection.ts'

const pingMs = 4000

/** Pings the service while it does not respond; then reloads everything on the page. */
export function useReconnect(): void {
  const isConnected = useIsConnected()
  const client = useQueryClient()
  useEffect(() => {
    if (isConnected) return
    // The API client notices the result.
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

import { Outlet } from '@tanstack/react-router'
import { useReconnect } from '../session/use-reconnect.ts'

/** Around all screens, those before the sign-in too. */
export function Root() {
  useReconnect()
  return <Outlet />
}

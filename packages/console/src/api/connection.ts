import { useSyncExternalStore } from 'react'

/** Whether the last request got a response. `navigator.onLine` alone only knows about the local network. */
let answered = true
const listeners = new Set<() => void>()

export function reportAnswered(now: boolean): void {
  if (answered === now) return
  answered = now
  for (const listener of listeners) listener()
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(subscribe, () => answered && navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

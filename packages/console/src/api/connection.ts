import { useSyncExternalStore } from 'react'

/** Whether the last request was answered. The browser's own word alone is not enough: it only knows about cables. */
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

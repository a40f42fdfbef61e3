import { useSyncExternalStore } from 'react'
import { currentLanguage, onLanguageChange } from '../locales/translate.ts'

const lookForNewMs = 60 * 60_000

/** Of the page that is open. A newer service worker is of another. */
const ownVersion = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? ''

let isNewer = false
const listeners = new Set<() => void>()

/**
 * Registers the service worker, which browsers only allow over HTTPS and on the machine itself. It is told the language in its
 * URL, because it runs without a page, and what a page has stored is out of its reach.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; version?: string }>) => {
    if (data?.kind === 'version') noteVersion(data.version)
  })
  const register = async () => {
    const url = `/service-worker.js?language=${encodeURIComponent(currentLanguage())}`
    // Without it, everything else works as before.
    await serviceWorker.register(url).catch(() => undefined)
  }
  // Nothing that the person is waiting for is delayed.
  const begin = () => {
    void register()
    onLanguageChange(() => void register())
  }
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin) : begin()), 1000)
  // A page that stays open for days would not learn of a new version otherwise.
  setInterval(() => void serviceWorker.getRegistration().then((found) => found?.update(), ignore), lookForNewMs)
}

/** Whether the service has been updated since the page was opened. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isNewer)
}

function noteVersion(version: string | undefined): void {
  if (!version || version === ownVersion) return
  isNewer = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ignore(): void {
  // There is no connection, or the browser forbids it.
}

import { type ReactNode, use } from 'react'
import { api } from '../api/client.ts'

export type LoadScreen = () => Promise<{ default: () => ReactNode }>

/** A screen whose code is loaded when it is first shown, and requested again after a failure. */
export function lazyScreen(load: LoadScreen) {
  let Loaded: (() => ReactNode) | undefined
  let loading: Promise<void> | undefined
  let failure: unknown
  const reset = () => {
    loading = undefined
    failure = undefined
  }
  const start = () => {
    loading ??= load().then(
      (file) => {
        Loaded = file.default
      },
      async (error: unknown) => {
        failure = await explainFailure(error)
        pendingRetries.add(reset)
      },
    )
    return loading
  }
  function Screen() {
    if (!Loaded && !failure) use(start())
    if (Loaded) return <Loaded />
    throw failure
  }
  Screen.preload = () => {
    if (failure) reset()
    return start()
  }
  return Screen
}

/** Called before a screen that failed to load is shown again. */
export function retryScreens(): void {
  for (const reset of pendingRetries) reset()
  pendingRetries.clear()
}

/** Longer than the first screen takes on anything but a slow network or device. */
const slowStartMs = 3000

/**
 * Preloads while idle, unless the browser saves data or the network is slow: then it has better things to do, and the service
 * worker takes its time to load the same files. What fails is loaded when it is needed.
 */
export function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const connection = 'connection' in navigator ? navigator.connection : undefined
  if (typeof connection === 'object' && connection && 'saveData' in connection && connection.saveData) return
  if (performance.now() > slowStartMs) return
  const loadAll = async () => {
    for (const load of loads) await load().catch(() => undefined)
  }
  // Safari has no idle callbacks.
  const begin = () => ('requestIdleCallback' in window ? requestIdleCallback(() => void loadAll()) : void loadAll())
  setTimeout(begin, 2000)
}

const pendingRetries = new Set<() => void>()

/** Either the service does not respond, or it has been updated and the page is outdated. */
async function explainFailure(error: unknown): Promise<unknown> {
  try {
    await api.getHealth()
  } catch (unreached) {
    return unreached
  }
  if (wasReloadedFor(error)) return error
  window.location.reload()
  return new Promise(() => {})
}

function wasReloadedFor(error: unknown): boolean {
  const storageKey = `innkeeper.reloaded ${error instanceof Error ? error.message : ''}`
  try {
    if (sessionStorage.getItem(storageKey) !== null) return true
    sessionStorage.setItem(storageKey, 'yes')
    return false
  } catch {
    return true
  }
}

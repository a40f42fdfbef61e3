import { loadWorld, store, takeChange, tell } from './store.js'

const retryMs = 2_000

/**
 * Follows the live changes. After a disconnect it continues where it was; after a restart of the simulator it reads everything
 * again.
 */
export async function followChanges() {
  const latest = await loadWorld()
  if (latest === undefined) {
    setConnected(false)
    setTimeout(() => void followChanges(), retryMs)
    return
  }
  const source = new EventSource(`/chat/events?after=${encodeURIComponent(latest)}`)
  source.addEventListener('open', () => setConnected(true))
  source.addEventListener('change', (event) => takeChange(JSON.parse(event.data)))
  source.addEventListener('reset', () => restart(source, 0))
  source.addEventListener('error', () => {
    setConnected(false)
    // The browser reconnects by itself unless it has given up.
    if (source.readyState === EventSource.CLOSED) restart(source, retryMs)
  })
}

function restart(source, delayMs) {
  source.close()
  setTimeout(() => void followChanges(), delayMs)
}

function setConnected(isConnected) {
  if (store.isConnected === isConnected) return
  store.isConnected = isConnected
  tell({ kind: 'lists' })
}

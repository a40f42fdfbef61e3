import { loadWorld, store, takeChange, tell } from './store.js'

const retryMs = 2_000

/** Follows what happens. After a cut it goes on where it was; after a restart of the simulator it reads everything anew. */
export async function followChanges() {
  const latest = await loadWorld()
  if (latest === undefined) {
    setConnected(false)
    setTimeout(followChanges, retryMs)
    return
  }
  const source = new EventSource(`/chat/events?after=${encodeURIComponent(latest)}`)
  source.addEventListener('open', () => setConnected(true))
  source.addEventListener('change', (event) => takeChange(JSON.parse(event.data)))
  source.addEventListener('reset', () => restart(source, 0))
  source.addEventListener('error', () => {
    setConnected(false)
    // The browser tries again by itself unless it has given up.
    if (source.readyState === EventSource.CLOSED) restart(source, retryMs)
  })
}

function restart(source, delayMs) {
  source.close()
  setTimeout(followChanges, delayMs)
}

function setConnected(isConnected) {
  if (store.isConnected === isConnected) return
  store.isConnected = isConnected
  tell({ kind: 'lists' })
}

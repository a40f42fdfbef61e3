import type pg from 'pg'
import { type Address, connect } from './connections/client.ts'

/** How long changes of another node go unnoticed at most, even if every notification is lost. */
const lookEveryMs = 500
/** Several commits cause one notification. Each wakes every node and takes a lock that all notifications share. */
const notifyEveryMs = 25
const channel = 'innkeeper'

/**
 * Reports commits: our own at once, those of other nodes by a notification. A notification only wakes listeners, which then
 * read the tables. So a lost one costs half a second, and nothing else.
 */
export function watchCommits(address: Address) {
  const listeners = new Set<() => void>()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let telling: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const listen = async () => {
    const one = await connect(address)
    const drop = () => {
      if (client === one) client = undefined
    }
    one.on('end', drop)
    one.on('error', drop)
    one.on('notification', ({ processId }) => {
      // Our own commits have been reported already.
      if (processId !== (one as pg.Client & { processID?: number }).processID) tell()
    })
    try {
      await one.query(`listen ${channel}`)
    } catch (error) {
      // Retried every half second: connections left open would soon use up all that the server has.
      await one.end().catch(() => undefined)
      throw error
    }
    if (isClosed) await one.end()
    else client = one
  }
  const keepListening = () => {
    if (client || connecting || isClosed) return
    connecting = listen()
      .catch(() => undefined)
      .finally(() => {
        connecting = undefined
      })
  }
  const look = () => {
    keepListening()
    tell()
  }
  const notifyOthers = () => {
    telling = undefined
    client?.query(`notify ${channel}`).catch(() => undefined)
  }
  keepListening()
  return {
    /** After a commit of our own. */
    note() {
      tell()
      telling ??= setTimeout(notifyOthers, notifyEveryMs)
    },
    on(listener: () => void): () => void {
      listeners.add(listener)
      timer ??= setInterval(look, lookEveryMs).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(telling)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}

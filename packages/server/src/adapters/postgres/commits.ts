import type pg from 'pg'
import { type Address, connect } from './connections/client.ts'

/** Nobody waits longer for what another node wrote, even where every notification is lost. */
const lookEveryMs = 500
/** What several commits have to tell is told once. */
const tellEveryMs = 10
const channel = 'innkeeper'

/**
 * Tells of commits: of our own at once, of other nodes by a notification. A notification only wakes: the truth is in the tables,
 * and whoever listens looks there. So one that is lost costs half a second, and nothing else.
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
      // Of our own commits they have heard already.
      if (processId !== (one as pg.Client & { processID?: number }).processID) tell()
    })
    try {
      await one.query(`listen ${channel}`)
    } catch (error) {
      // Tried again every half second: connections that were left open would soon be all that the server has.
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
  const tellOthers = () => {
    telling = undefined
    client?.query(`notify ${channel}`).catch(() => undefined)
  }
  keepListening()
  return {
    /** After a commit of our own. */
    note() {
      tell()
      telling ??= setTimeout(tellOthers, tellEveryMs)
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

import type { Reader } from '../sql/sql.ts'
import type { Connection } from './connection.ts'

/** Reads that share one look at the store for a turn of the event loop. */
export type Turns = {
  sql: Reader
  /** Another number after every commit of anybody, of other processes too. */
  version(): unknown
  /** After a write of our own, and before closing: whoever reads next sees the newest, in the same turn too. */
  close(): void
}

/**
 * The first read of a turn opens a read transaction, the end of the turn closes it. So statements that belong together
 * see the same store, and none takes a lock of its own. Nobody notices: what a turn handles was sent before it began.
 */
export function readInTurns(connection: Connection): Turns {
  let isOpen = false
  let version: unknown
  const close = () => {
    if (!isOpen) return
    isOpen = false
    connection.endRead()
  }
  const open = () => {
    if (isOpen) return
    connection.beginRead()
    isOpen = true
    version = connection.dataVersion()
    setImmediate(close)
  }
  return {
    sql: {
      engine: connection.engine,
      get(text, ...values) {
        open()
        return connection.get(text, ...values)
      },
      all(text, ...values) {
        open()
        return connection.all(text, ...values)
      },
      lists(text, ...values) {
        open()
        return connection.lists(text, ...values)
      },
    },
    version() {
      open()
      return version
    },
    close,
  }
}

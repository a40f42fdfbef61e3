import { performance } from 'node:perf_hooks'
import type { Reader } from '../sql/sql.ts'
import type { Connection } from './connection.ts'

/** Reads that share one snapshot of the store for a turn of the event loop. */
export type Turns = {
  sql: Reader
  /** Changes with every commit, including those of other processes. */
  version(): unknown
  /** After a write of our own, and before closing: the next read sees the newest state, even in the same turn. */
  close(): void
}

/** Beyond this many, what was read is forgotten. */
const mostRemembered = 1_000

/**
 * The first read of a turn opens a read transaction, the end of the turn closes it. So related statements see the same state,
 * and none takes its own lock. This is safe: everything handled in a turn was requested before it started.
 */
export function readInTurns(connection: Connection): Turns {
  let isOpen = false
  let openedIn = 0
  let version: unknown
  let memory = new Map<string, unknown>()
  const close = () => {
    if (!isOpen) return
    isOpen = false
    connection.endRead()
  }
  const open = () => {
    const turn = currentTurn()
    if (isOpen && turn === openedIn) return
    close()
    connection.beginRead()
    isOpen = true
    openedIn = turn
    const current = connection.dataVersion()
    if (current !== version || memory.size > mostRemembered) memory = new Map()
    version = current
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
      memory() {
        open()
        return memory
      },
    },
    version() {
      open()
      return version
    },
    close,
  }
}

/** For reads at the very end of a turn: a `setImmediate` made there runs at the end of the next turn, too late for `close`. */
function currentTurn(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}

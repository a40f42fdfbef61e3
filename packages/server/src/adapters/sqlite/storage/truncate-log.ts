import { busyTimeoutMs, type Connection } from '../connection.ts'

/** Deletions of this time share one checkpoint. */
const everyMs = 2_000
/** Readers end their reads within a turn of the event loop. A longer one, such as a snapshot, isn't waited for. */
const longestWaitMs = 50

/**
 * The write-ahead log still contains deleted data, also after a checkpoint: the engine only overwrites it from its start. So
 * after something was deleted, by any process, the log is checkpointed and truncated. Runs between the batches of the writing
 * thread, and does nothing while nothing is deleted.
 */
export function truncateAfterDeletions(connection: Connection): { stop(): void } {
  let done = 0
  const look = () => {
    if (connection.isInTransaction()) return
    const count = countDeletions(connection)
    if (count !== done && truncate(connection)) done = count
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // For example a full disk: writers get that error. It is retried.
    }
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}

/** Raised by every deletion, until the remains are overwritten when the service stops. */
function countDeletions(connection: Connection): number {
  for (const value of connection.values<string>("select value from facts where name = 'unwiped'")) return Number(value)
  return 0
}

/** False if a reader still needs the log. */
function truncate(connection: Connection): boolean {
  connection.exec(`pragma busy_timeout = ${longestWaitMs}`)
  try {
    return connection.pragma('wal_checkpoint(truncate)') === 0
  } finally {
    connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  }
}

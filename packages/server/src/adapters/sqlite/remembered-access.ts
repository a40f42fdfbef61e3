import type { AccessRecord, Store } from '../../ports/store.ts'
import type { Connection } from './connection.ts'

/** Beyond this many the memory starts again. */
const mostRemembered = 10_000

/**
 * The question behind the gate, answered from memory as long as nobody has committed anything: `data_version` changes
 * with every commit of every other connection, of other processes too. It is asked once a turn of the event loop, which
 * is exact: what a turn handles was sent before the turn began.
 */
export function rememberAccess(reader: Connection, find: Store['findAccess']) {
  const remembered = new Map<string, AccessRecord>()
  let version: unknown
  let isFresh = false
  const refresh = () => {
    const current = reader.dataVersion()
    if (current !== version) remembered.clear()
    version = current
    isFresh = true
    setImmediate(() => {
      isFresh = false
    })
  }
  return {
    async findAccess(keyHash: string, channelId: string | undefined): Promise<AccessRecord | undefined> {
      if (!isFresh) refresh()
      const name = `${keyHash} ${channelId}`
      const known = remembered.get(name)
      if (known) return known
      const asked = version
      const record = await find(keyHash, channelId)
      if (!record || asked !== version) return record
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(name, record)
      return record
    },
    /** After a write of our own the next question is asked anew, in the same turn too. */
    noteWrite() {
      isFresh = false
    },
  }
}

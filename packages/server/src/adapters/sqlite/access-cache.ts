import type { AccessRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import type { Turns } from './read-snapshots.ts'

/** Beyond this many, the cache is cleared. */
const mostRemembered = 10_000

/**
 * The query behind every permission check, cached as long as nothing is committed. A revoked key or a lost role is a commit, so
 * it takes effect at once, also if another process made it.
 */
export function cacheAccess(turns: Turns, find: Store['findAccess']): Store['findAccess'] {
  const remembered = new Map<string, Map<string | undefined, AccessRecord>>()
  let count = 0
  let version: unknown
  const forget = () => {
    remembered.clear()
    count = 0
  }
  const remember = (keyHash: string, channelId: string | undefined, record: AccessRecord) => {
    if (++count > mostRemembered) forget()
    const ofKey = remembered.get(keyHash) ?? new Map<string | undefined, AccessRecord>()
    remembered.set(keyHash, ofKey.set(channelId, record))
  }
  return async (keyHash, channelId) => {
    const current = turns.version()
    if (current !== version) forget()
    version = current
    const known = remembered.get(keyHash)?.get(channelId)
    if (known) return known
    const record = await find(keyHash, channelId)
    if (record && version === current) remember(keyHash, channelId, record)
    return record
  }
}

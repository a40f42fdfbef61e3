/** A page and all it depends on. */
type Entry = {
  bytes: Buffer
  tailVersion: number
  editVersion: number
  /** Earliest message on the page; undefined when it is empty. */
  earliest: number | undefined
  closed: boolean
}

export type PageCache = {
  find(name: string, versions: { tailVersion: number; editVersion: number }, expiredBefore: number): Buffer | undefined
  keep(name: string, entry: Entry): void
}

/** Names of pages that were read once recently. */
const mostNames = 5000

/**
 * A cache of pages in use. Nothing is ever invalidated: an entry has the channel's versions, which the permission check reads
 * anyway, and is valid only while they are the same and nothing on it has expired. A page is cached when it is read a second
 * time, so that a scan through everything neither evicts what is in use nor fills the memory.
 */
export function createPageCache(mostBytes: number): PageCache {
  const readOnce = new Set<string>()
  const entries = new Map<string, Entry>()
  let bytes = 0
  const drop = (name: string, entry: Entry) => {
    entries.delete(name)
    bytes -= sizeOf(name, entry)
  }
  const isNew = (name: string): boolean => {
    if (readOnce.has(name)) return false
    if (readOnce.size >= mostNames) readOnce.clear()
    readOnce.add(name)
    return true
  }
  return {
    find(name, { tailVersion, editVersion }, expiredBefore) {
      const entry = entries.get(name)
      if (!entry) return undefined
      const isCurrent =
        entry.editVersion === editVersion &&
        (entry.closed || entry.tailVersion === tailVersion) &&
        (entry.earliest === undefined || entry.earliest >= expiredBefore)
      if (isCurrent) return entry.bytes
      drop(name, entry)
      return undefined
    },
    keep(name, entry) {
      if (isNew(name)) return
      const known = entries.get(name)
      if (known) drop(name, known)
      entries.set(name, { ...entry, bytes: ownCopy(entry.bytes) })
      bytes += sizeOf(name, entry)
      for (const [oldName, old] of entries) {
        if (bytes <= mostBytes) break
        drop(oldName, old)
      }
    },
  }
}

function sizeOf(name: string, entry: Entry): number {
  return entry.bytes.length + name.length * 2 + 200
}

/** A page is part of a larger buffer, which must not stay in memory as long as a cached page. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

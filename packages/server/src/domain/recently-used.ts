/** A cache for things that take time to create: the most recently used ones that fit into a given amount of memory. */
export type RecentlyUsed<Key, Thing> = {
  /** Counts as use. */
  find(key: Key): Thing | undefined
  /** Replaces the entry with this key. The latest entry always fits. */
  keep(key: Key, thing: Thing, sizeBytes: number): void
  drop(key: Key): void
}

export function keepRecentlyUsed<Key, Thing>(mostBytes: number): RecentlyUsed<Key, Thing> {
  // In the order of use: an entry that is used moves to the end.
  const kept = new Map<Key, { thing: Thing; sizeBytes: number }>()
  let bytes = 0
  const drop = (key: Key) => {
    bytes -= kept.get(key)?.sizeBytes ?? 0
    kept.delete(key)
  }
  return {
    find(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.thing
    },
    keep(key, thing, sizeBytes) {
      drop(key)
      kept.set(key, { thing, sizeBytes })
      bytes += sizeBytes
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes || oldest === key) break
        drop(oldest)
      }
    },
    drop,
  }
}

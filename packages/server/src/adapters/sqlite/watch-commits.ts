import type { Turns } from './read-snapshots.ts'

/** How often to check whether another process has written. */
const lookEveryMs = 100

/** Reports commits: our own at once, those of another process within a moment. */
export function watchCommits(turns: Turns) {
  const listeners = new Set<() => void>()
  let version: unknown
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const look = () => {
    const current = findVersion(turns)
    if (current === version) return
    version = current
    tell()
  }
  const close = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    note: tell,
    on(listener: () => void): () => void {
      listeners.add(listener)
      timer ??= setInterval(look, lookEveryMs).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) close()
      }
    },
    close,
  }
}

/** Undefined if the store can't be read at the moment: the next read reports why. */
function findVersion(turns: Turns): unknown {
  try {
    return turns.version()
  } catch {
    return undefined
  }
}

import type { Turns } from './read-snapshots.ts'

/** How often we look whether another process has written. */
const lookEveryMs = 100

/** Tells of commits: of our own at once, of another process within a moment. */
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

/** Undefined where the store cannot be read at the moment: whoever asks it something will hear why. */
function findVersion(turns: Turns): unknown {
  try {
    return turns.version()
  } catch {
    return undefined
  }
}

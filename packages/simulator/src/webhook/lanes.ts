/** A queue that runs a limited number of tasks at a time, in the order of arrival. */
export type Lanes = {
  /** Starts the task when a lane is free. */
  run(work: () => Promise<void>): void
  /** Counts as running too, but takes no lane. */
  runBeside(work: Promise<void>): void
  isIdle(): boolean
  /** Resolves when everything that is running now has ended. */
  ended(): Promise<unknown>
}

export function createLanes(width: () => number): Lanes {
  const underWay = new Set<Promise<void>>()
  let ends: Promise<void>[] = []
  const track = (work: Promise<void>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  return {
    run(work) {
      const free = ends.length < width() ? undefined : ends.shift()
      const end = (free ?? Promise.resolve()).then(work)
      ends = [...ends, end].slice(-width())
      track(end)
    },
    runBeside: track,
    isIdle: () => underWay.size === 0,
    ended: () => Promise.all(underWay),
  }
}

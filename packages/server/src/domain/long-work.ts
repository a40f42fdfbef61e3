const waiting: (() => void)[] = []
let isRunning = false
/** After a slice, wait at most this many times as long as the slice took: long work always continues, if slowly. */
const mostRest = 5
const lookEveryMs = 1

/**
 * Ends a slice of work that would block this thread for long, and waits for the next. All such work takes turns, one slice at a
 * time, and the next slice starts when the thread has nothing else to do. So short requests hardly notice long work.
 */
export function nextSlice(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (!isRunning) {
    isRunning = true
    setImmediate(runSlice)
  }
  return promise
}

function runSlice(): void {
  const begin = waiting.shift()
  if (!begin) {
    isRunning = false
    return
  }
  const startedAt = performance.now()
  begin()
  // The slice has ended by then: this runs before the event loop continues.
  setImmediate(() => {
    const endedAt = performance.now()
    rest(endedAt + mostRest * (endedAt - startedAt))
  })
}

function rest(until: number, idleBefore = idleMs()): void {
  setTimeout(() => {
    if (idleMs() > idleBefore || performance.now() >= until) runSlice()
    else rest(until, idleBefore)
  }, lookEveryMs)
}

/** How long this thread has waited for something to do, since it was started. */
function idleMs(): number {
  return performance.eventLoopUtilization().idle
}

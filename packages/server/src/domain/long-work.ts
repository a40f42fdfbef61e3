const waiting: (() => void)[] = []
let isRunning = false
const longestRestMs = 50

/**
 * Ends a slice of work that would hold up this thread for long, and waits for the next. All such work takes turns, one slice in each round
 * of the event loop. While several wait, the thread rests after a slice for as long as the slice took, so that short requests always
 * find it free.
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
  const isContended = waiting.length > 0
  const startedAt = performance.now()
  begin()
  // The slice is over by then: it runs before the event loop goes on.
  setImmediate(() => {
    if (isContended) setTimeout(runSlice, Math.min(longestRestMs, performance.now() - startedAt))
    else runSlice()
  })
}

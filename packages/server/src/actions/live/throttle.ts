/** Runs work soon after it was requested, one run at a time, and at most once per interval however often it is requested. */
export function throttle(ms: number | (() => number), work: () => Promise<void>): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isAsked = false
  let isAtIt = false
  let restUntil = 0
  const begin = async () => {
    timer = undefined
    isAsked = false
    isAtIt = true
    restUntil = performance.now() + (typeof ms === 'number' ? ms : ms())
    try {
      await work()
    } finally {
      isAtIt = false
      if (isAsked) schedule()
    }
  }
  const schedule = () => {
    timer ??= setTimeout(() => void begin(), Math.max(0, restUntil - performance.now())).unref()
  }
  return {
    ask() {
      isAsked = true
      if (!isAtIt) schedule()
    },
    stop() {
      isAsked = false
      clearTimeout(timer)
      timer = undefined
    },
  }
}

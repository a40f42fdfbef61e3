import { readFileSync } from 'node:fs'

/**
 * Starts to measure which share of the processors' time the host of this virtual machine gives to others. Returns a function that
 * tells it, from 0 to 1; always 0 where the system does not say. `INNKEEPER_TEST_STOLEN` says it instead, for the runner's own tests.
 */
export function watchHost(): () => number {
  const before = readTimes()
  const given = process.env.INNKEEPER_TEST_STOLEN
  if (given !== undefined) return () => Number(given)
  return () => {
    const now = readTimes()
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  }
}

function readTimes(): { all: number; stolen: number } {
  try {
    // user, nice, system, idle, iowait, irq, softirq, steal
    const times = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
    return { all: times.reduce((sum, one) => sum + one, 0), stolen: times[7] ?? 0 }
  } catch {
    return { all: 0, stolen: 0 }
  }
}

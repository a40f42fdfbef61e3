import { readFileSync } from 'node:fs'

/**
 * Measures the share of CPU time, from 0 to 1, that the host took away from this virtual machine since the last call. If it is
 * high, latencies and timeouts say nothing about the program. Always 0 if the system doesn't report it.
 */
export function createStealMeter(): () => number {
  let before = readTimes()
  return () => {
    const now = readTimes()
    const share = (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
    before = now
    return share
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

import type { Logger } from 'pino'

/** Tells the operator that callers are being dropped to stay within the limits of memory: at once, and then once a minute. */
export type DropReport = { note(what: 'connection' | 'body' | 'webhook'): void }

const everyMs = 60_000

export function createDropReport(log: Pick<Logger, 'warn'>): DropReport {
  let counts: Record<string, number> = {}
  let isQuiet = false
  const tell = () => {
    log.warn(
      { dropped: counts },
      'dropped the slowest callers, because requests took up too much memory or too many connections',
    )
    counts = {}
    isQuiet = true
    setTimeout(() => {
      isQuiet = false
      if (Object.keys(counts).length > 0) tell()
    }, everyMs).unref()
  }
  return {
    note(what) {
      counts[what] = (counts[what] ?? 0) + 1
      if (!isQuiet) tell()
    },
  }
}

import type { Logger } from 'pino'

/** Logs that callers are being dropped to stay within the memory limits: immediately, and then once a minute. */
export type DropReport = { note(what: 'connection' | 'body' | 'webhook'): void }

const everyMs = 60_000

export function createDropReport(log: Pick<Logger, 'warn'>): DropReport {
  let counts: Record<string, number> = {}
  let isQuiet = false
  const report = () => {
    log.warn(
      { dropped: counts },
      'dropped the slowest callers, because requests took up too much memory or too many connections',
    )
    counts = {}
    isQuiet = true
    setTimeout(() => {
      isQuiet = false
      if (Object.keys(counts).length > 0) report()
    }, everyMs).unref()
  }
  return {
    note(what) {
      counts[what] = (counts[what] ?? 0) + 1
      if (!isQuiet) report()
    },
  }
}

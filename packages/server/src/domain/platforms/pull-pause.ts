import { PlatformRefusal } from './platform-errors.ts'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Nothing changes until someone enters another token. */
const firstForbiddenPauseMs = 60_000
const longestForbiddenPauseMs = 5 * 60_000
/** The other program may be the one that this service replaces, and about to stop. */
const conflictPauseMs = 5_000

/** How long to wait before a platform is asked for events again, after `failures` in a row. */
export function decidePullPause(error: unknown, failures: number): number {
  const doublings = Math.max(0, Math.min(failures, 20) - 1)
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** doublings)
  if (!(error instanceof PlatformRefusal)) return pauseMs
  if (error.code === 'forbidden') return Math.min(longestForbiddenPauseMs, firstForbiddenPauseMs * 2 ** doublings)
  const wishedMs = error.code === 'conflict' ? conflictPauseMs : (error.facts.retryAfterMs ?? 0)
  return Math.max(pauseMs, wishedMs)
}

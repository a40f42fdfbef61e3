import { Refusal } from '../../domain/refusal.ts'

/** Runs imports one at a time in the whole process, and accepts only one per channel and one per person. */
export type ImportTurns = { take<T>(of: { channelId: string; userId: string }, work: () => Promise<T>): Promise<T> }

/** Imports of other channels and people. Each takes about a second. */
const mostWaiting = 8

/**
 * Imports take time from everything else, so running two at once wouldn't finish sooner. A person's second import is
 * refused instead of queued, so no one can fill the queue alone.
 */
export function createImportTurns(): ImportTurns {
  const names = new Set<string>()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take({ channelId, userId }, work) {
      const own = [`channel ${channelId}`, `person ${userId}`]
      if (waiting > mostWaiting || own.some((name) => names.has(name))) throw new Refusal('too-many-requests')
      for (const name of own) names.add(name)
      waiting++
      const mine = last.then(work)
      last = mine.catch(() => {})
      try {
        return await mine
      } finally {
        waiting--
        for (const name of own) names.delete(name)
      }
    },
  }
}

import type { Check } from '../../api/follow-checks.ts'
import type { Platform } from '../queries.ts'

/** `running`: the next one to end. `waiting`: those after it. */
export type ShownCheck = Omit<Check, 'state'> & { state: Check['state'] | 'running' | 'waiting' }

/** What has ended, in that order, and below it what is still to come. */
export function withWaiting(ended: readonly Check[], expected: Platform['checks']): ShownCheck[] {
  const toCome = expected.filter(({ id }) => !ended.some((check) => check.id === id))
  const shown = toCome.map(({ id, title }, index): ShownCheck => {
    return { id, title, text: null, isBlocking: false, remedy: null, state: index === 0 ? 'running' : 'waiting' }
  })
  return [...ended, ...shown]
}

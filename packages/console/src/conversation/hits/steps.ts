import type { SearchHit } from '@innkeeper/contract'
import { keyOfHit } from '../../channel/hits.ts'

/** Where one is among the hits, latest first, and what is next to it. */
type Steps = {
  /** Counted from 1; undefined if the hit isn't among those that are loaded. */
  position: number | undefined
  current: SearchHit | undefined
  /** The next one in the list of results is the next older one. */
  next: SearchHit | undefined
  previous: SearchHit | undefined
}

/** Without a current hit, the next one is the first. */
export function findSteps(hits: readonly SearchHit[], currentKey: string | undefined): Steps {
  const at = hits.findIndex(({ item }) => keyOfHit(item) === currentKey)
  return {
    position: at < 0 ? undefined : at + 1,
    current: hits[at],
    next: hits[at + 1],
    previous: at > 0 ? hits[at - 1] : undefined,
  }
}

/** More hits are loaded when fewer than these are left. */
const ahead = 10

/** Whether to load more: to find the current hit, or because the last ones are near. */
export function needsMore(hits: readonly SearchHit[], { position }: Steps): boolean {
  return position === undefined || position > hits.length - ahead
}

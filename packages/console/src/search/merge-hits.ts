import type { ChannelHit } from '@innkeeper/contract'
import { timeOfHit } from '../channel/hits.ts'

/** The results of one account: those not shown yet, and where they go on. An undefined cursor: nothing was read yet. */
export type HitSource = { account: string | undefined; waiting: ChannelHit[]; cursor: string | null | undefined }

/**
 * The next hits of several lists, in one order: exact ones first, then the latest. Stops where a list has to be read on, because its
 * next hit may come before all others.
 */
export function takeHits(sources: readonly HitSource[], most: number): { hits: ChannelHit[]; rest: HitSource[] } {
  const rest = sources.map((source) => ({ ...source, waiting: [...source.waiting] }))
  const hits: ChannelHit[] = []
  while (hits.length < most && rest.every(({ waiting, cursor }) => waiting.length > 0 || cursor === null)) {
    const best = rest.filter(({ waiting }) => waiting.length > 0).reduce<HitSource | undefined>(earlier, undefined)
    const hit = best?.waiting.shift()
    if (!hit) break
    hits.push(hit)
  }
  return { hits, rest }
}

/** Whether there may be more hits. */
export function hasMore(sources: readonly HitSource[]): boolean {
  return sources.some(({ waiting, cursor }) => waiting.length > 0 || cursor !== null)
}

function earlier(best: HitSource | undefined, one: HitSource): HitSource {
  const [mine, theirs] = [best?.waiting[0], one.waiting[0]]
  if (!best || !mine || !theirs) return best ?? one
  if (mine.exact !== theirs.exact) return mine.exact ? best : one
  return timeOfHit(theirs.item) > timeOfHit(mine.item) ? one : best
}

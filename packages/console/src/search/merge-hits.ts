import type { ChannelHit, ChannelsSearchPage } from '@innkeeper/contract'
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

/** A page may be empty although there is more. After this many, the page says that the search goes on, and can be left. */
const mostEmptyPages = 3

type Read = { source: HitSource; pages: ChannelsSearchPage[] }

/** Reads the next hits of an account, unless some are waiting. There may be none after it although there are more. */
export async function readOn(
  source: HitSource,
  readPage: (cursor: string | undefined) => Promise<ChannelsSearchPage>,
): Promise<Read> {
  let { waiting, cursor } = source
  const pages: ChannelsSearchPage[] = []
  while (waiting.length === 0 && cursor !== null && pages.length < mostEmptyPages) {
    const page = await readPage(cursor)
    pages.push(page)
    waiting = page.hits
    cursor = page.nextCursor
  }
  return { source: { ...source, waiting, cursor }, pages }
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

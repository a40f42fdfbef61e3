import type { TimelineMessage } from '@innkeeper/contract'
import type { ChannelGrant, ReadingGrant } from '../access.ts'
import type { Search } from '../search/search.ts'
import type { Passage, PassagesWork, RereadWork } from './find-passages.ts'

export type FoundPassage = Passage & { item: TimelineMessage }
export type FoundPassages = { passages: FoundPassage[]; isComplete: boolean }

/** In a thread, like every search. */
export async function readPassages(
  search: Search,
  grant: ChannelGrant | ReadingGrant,
  work: PassagesWork | RereadWork,
): Promise<FoundPassages> {
  return JSON.parse((await search(grant, work)).toString()) as FoundPassages
}

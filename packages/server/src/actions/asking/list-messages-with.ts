import type { CandidateMessage } from '../../ports/reading.ts'
import { walkByTime } from '../search/hit-walk.ts'
import type { SearchChannel } from '../search/search-channel.ts'
import { readCriteria } from '../search/search-criteria.ts'
import type { SearchDeps } from '../search/search-deps.ts'

/** Of one word, or of several together. */
const mostListed = 60
const mostExamined = 600

/**
 * The latest messages that contain all these words, about how many there are, and whether these are all of them. Words that only an earlier version of a message
 * has don't count, because an answer quotes the current text.
 */
export async function listMessagesWith(
  deps: SearchDeps,
  channel: SearchChannel,
  words: readonly string[],
): Promise<{ messages: CandidateMessage[]; count: number; isAll: boolean }> {
  const q = `${words.map((word) => `"${word}"`).join(' ')} -type:answer`
  const look = {
    search: readCriteria({ q }),
    channels: [channel],
    limit: mostListed,
    budget: { left: mostExamined },
  }
  const { hits, next } = await walkByTime(deps, look, 'desc', { kind: 'start' })
  const messages = hits.flatMap(({ item, match }) =>
    item.kind === 'message' && match.version === null ? [item.message] : [],
  )
  const isAll = next === undefined
  return { messages, count: isAll ? messages.length : 3 * Math.max(1, messages.length), isAll }
}

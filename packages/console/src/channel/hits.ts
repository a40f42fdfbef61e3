import type { SearchHit, TimelineItem } from '@innkeeper/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from './queries.ts'

/** As many as the service sends at once. */
const pageSize = 100

/** What is searched for. A person's ID also finds what they wrote under earlier names. */
export type Criteria = { q?: string; sender?: string }

/** All hits of a search in a channel, latest first, to step through them in the conversation. */
export const hitsQuery = (channelId: string, criteria: Criteria) =>
  infiniteQueryOptions({
    queryKey: [...channelKey(channelId), 'hits', criteria],
    queryFn: ({ pageParam: cursor }) =>
      api.searchMessages({
        channelId,
        limit: pageSize,
        ...(cursor ? { cursor } : { ...criteria, order: 'desc' as const }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const hitCountQuery = (channelId: string, criteria: Criteria) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'hit-count', criteria],
    queryFn: () => api.countHits({ channelId, ...criteria }),
  })

/** The same as the key of the item in the conversation. */
export function keyOfHit({ kind, id }: SearchHit['item']): string {
  return kind === 'answer' ? `a:${id}` : `m:${id}`
}

export function timeOfHit(item: SearchHit['item']): string {
  return item.kind === 'answer' ? item.at : item.timestamp
}

/** The part of a conversation's address that shows a hit. */
export type HitAddress = { message?: string; date?: string; answer?: string }

/**
 * A conversation opens at a message. So what the bot said is shown beside the message that it answers, or else beside its
 * neighbor. Without one, the conversation opens on that day.
 */
export function addressOfHit(hit: SearchHit, dayOf: (at: string) => string): HitAddress {
  const { item } = hit
  if (item.kind === 'message') return { message: item.id }
  const message = item.messageId ?? idOfMessage(hit.before) ?? idOfMessage(hit.after)
  return message === undefined ? { date: dayOf(item.at), answer: item.id } : { message, answer: item.id }
}

function idOfMessage(item: TimelineItem | null | undefined): string | undefined {
  return item?.kind === 'message' ? item.id : undefined
}

import type { ChannelHit, ChannelsSearchPage, SearchHit } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { type Criteria, hitCountQuery } from '../channel/hits.ts'
import { usePeople } from '../channel/members.ts'
import { channelKey } from '../channel/queries.ts'
import { findPerson } from './query/people.ts'
import { readControls, writeControls } from './query/query-controls.ts'

/** The channel to search, or null for all channels. */
export type SearchScope = string | null

/** A hit, which says its channel if all are searched. */
export type ListHit = SearchHit & Partial<Pick<ChannelHit, 'channelId'>>

type ListPage = {
  hits: readonly ListHit[]
  channels: ChannelsSearchPage['channels']
  isComplete: boolean
  nextCursor: string | null
}

export type SearchResults = ReturnType<typeof useSearchResults>

const pageSize = 30

export function useSearchResults(scope: SearchScope, text: string) {
  const q = text.trim()
  const criteria = useCriteria(scope, q)
  const results = useInfiniteQuery({
    queryKey: [...keyOf(scope), 'search', criteria],
    queryFn: ({ pageParam: cursor }) => readPage(scope, { ...(cursor ? { cursor } : criteria), limit: pageSize }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: q !== '' && criteria !== undefined,
    // Results stay while more is typed: a flickering list cannot be read.
    placeholderData: keepPreviousData,
  })
  const pages = results.data?.pages
  const hits = useMemo(() => allOf(pages ?? []), [pages])
  const channels = useMemo(
    () => new Map((pages ?? []).flatMap((page) => page.channels.map((one) => [one.channelId, one]))),
    [pages],
  )
  const isComplete = pages?.every((page) => page.isComplete) ?? true
  return { q, criteria, results, hits, channels, isComplete }
}

/**
 * A member whose name is written out is searched for by ID, which also finds what they wrote under earlier names. Undefined until
 * the members are known.
 */
function useCriteria(scope: SearchScope, q: string): Criteria | undefined {
  const { person } = readControls(q)
  const isOfMember = scope !== null && person !== ''
  const { people, isPending } = usePeople(scope ?? '', { enabled: isOfMember })
  return useMemo(() => {
    if (isOfMember && isPending) return undefined
    const found = isOfMember ? findPerson(person, people) : undefined
    if (!found) return { q }
    const rest = writeControls(q, { person: '' })
    return { ...(rest !== '' && { q: rest }), sender: found.userId }
  }, [q, person, people, isOfMember, isPending])
}

/** How many there are, once the first page is there. `isExact` is false if there may be more. */
export function useHitCount(scope: SearchScope, { criteria, results, hits }: SearchResults) {
  const isAll = results.isSuccess && !results.hasNextPage
  const isWanted = criteria && results.isSuccess && results.hasNextPage && !results.isPlaceholderData
  const channels = useQuery({
    queryKey: [...keyOf(null), 'hit-count', criteria],
    queryFn: () => api.countHitsInChannels(criteria),
    enabled: isWanted === true && scope === null,
  })
  const channel = useQuery({
    ...hitCountQuery(scope ?? '', criteria ?? {}),
    enabled: isWanted === true && scope !== null,
  })
  if (isAll) return { count: hits.length, isExact: true }
  const counted = (scope === null ? channels : channel).data
  return counted && counted.count >= hits.length ? counted : { count: hits.length, isExact: false }
}

const keyOf = (scope: SearchScope) => (scope === null ? ['channels'] : channelKey(scope))

async function readPage(
  channelId: SearchScope,
  query: Criteria & { cursor?: string; limit: number },
): Promise<ListPage> {
  if (channelId === null) return await api.searchChannels({ ...query, context: true })
  return { channels: [], ...(await api.searchMessages({ channelId, ...query, context: true })) }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly ListPage[]): ListHit[] {
  const entries = pages.flatMap(({ hits }) =>
    hits.map((hit): [string, ListHit] => [`${hit.channelId ?? ''} ${hit.item.kind} ${hit.item.id}`, hit]),
  )
  return [...new Map(entries).values()]
}

import type { ChannelHit, ChannelsSearchPage, HitCount, SearchHit } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chosenAccount, otherAccounts } from '../api/accounts-here.ts'
import { api } from '../api/client.ts'
import { type Criteria, hitCountQuery } from '../channel/hits.ts'
import { usePeople } from '../channel/members.ts'
import { channelKey } from '../channel/queries.ts'
import { apiOf, askEachAccount } from '../session/accounts.ts'
import { type HitSource, hasMore, readOn, takeHits } from './merge-hits.ts'
import { findCriteria, soleSender } from './query/people.ts'

/** The channel to search, or null for all channels. */
export type SearchScope = string | null

/** A hit, which says its channel if all are searched. */
export type ListHit = SearchHit & Partial<Pick<ChannelHit, 'channelId'>>

type ListPage = {
  hits: readonly ListHit[]
  channels: ChannelsSearchPage['channels']
  isComplete: boolean
  /** Where to go on: a cursor, or the lists of several accounts. */
  next: string | HitSource[] | null
}

export type SearchResults = ReturnType<typeof useSearchResults>

const pageSize = 30

export function useSearchResults(scope: SearchScope, text: string) {
  const q = text.trim()
  const criteria = useCriteria(scope, q)
  const results = useInfiniteQuery({
    queryKey: [...keyOf(scope), 'search', criteria],
    queryFn: ({ pageParam: from }) => readPage(scope, criteria ?? {}, from),
    initialPageParam: '' as string | HitSource[],
    getNextPageParam: ({ next }) => next,
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

/** Undefined until the members are known, if it asks for one of them. */
function useCriteria(scope: SearchScope, q: string): Criteria | undefined {
  const isOfMember = scope !== null && soleSender(q) !== undefined
  const { people, isPending } = usePeople(scope ?? '', { enabled: isOfMember })
  return useMemo(() => {
    if (!isOfMember) return { q }
    return isPending ? undefined : findCriteria(q, people)
  }, [q, people, isOfMember, isPending])
}

/** How many there are, once the first page is there. `isExact` is false if there may be more. */
export function useHitCount(scope: SearchScope, { criteria, results, hits }: SearchResults) {
  const isAll = results.isSuccess && !results.hasNextPage
  const isWanted = criteria && results.isSuccess && results.hasNextPage && !results.isPlaceholderData
  const channels = useQuery({
    queryKey: [...keyOf(null), 'hit-count', criteria],
    queryFn: async () => {
      const counted = await askEachAccount((client) => client.countHitsInChannels(criteria))
      return addCounts(counted.map(({ answer }) => answer))
    },
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

async function readPage(channelId: SearchScope, criteria: Criteria, from: string | HitSource[]): Promise<ListPage> {
  const others = otherAccounts()
  const cursor = typeof from === 'string' ? from : ''
  const query = { ...(cursor ? { cursor } : criteria), limit: pageSize, context: true }
  if (channelId !== null) {
    const { nextCursor, ...page } = await api.searchMessages({ channelId, ...query })
    return { channels: [], ...page, next: nextCursor }
  }
  if (others.length === 0) {
    const { nextCursor, ...page } = await api.searchChannels(query)
    return { ...page, next: nextCursor }
  }
  const begin = [chosenAccount(), ...others].map((account) => ({ account, waiting: [], cursor: undefined }))
  return await readAccounts(criteria, typeof from === 'string' ? begin : from)
}

/** Each account searches its own channels, and their results become one list. */
async function readAccounts(criteria: Criteria, sources: readonly HitSource[]): Promise<ListPage> {
  const read = await Promise.all(
    sources.map((source) =>
      readOn(source, (cursor) =>
        apiOf(source.account).searchChannels({ ...(cursor ? { cursor } : criteria), limit: pageSize, context: true }),
      ),
    ),
  )
  const pages = read.flatMap(({ pages }) => pages)
  const { hits, rest } = takeHits(
    read.map(({ source }) => source),
    pageSize,
  )
  return {
    hits,
    channels: pages.flatMap(({ channels }) => channels),
    isComplete: pages.every(({ isComplete }) => isComplete),
    next: hasMore(rest) ? rest : null,
  }
}

/** A message that two accounts can read counts twice, so the sum is only exact if there is none. */
function addCounts(counts: readonly HitCount[]): HitCount {
  const sum = (one: HitCount, other: HitCount) => ({
    count: one.count + other.count,
    isExact: one.isExact && other.isExact,
  })
  return counts.reduce(sum)
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly ListPage[]): ListHit[] {
  const entries = pages.flatMap(({ hits }) =>
    hits.map((hit): [string, ListHit] => [`${hit.channelId ?? ''} ${hit.item.kind} ${hit.item.id}`, hit]),
  )
  return [...new Map(entries).values()]
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'

export const versionsKey = (channelId: string) => [...channelKey(channelId), 'versions'] as const

export const versionsQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: [...versionsKey(channelId), 'list'],
    queryFn: ({ pageParam: cursor }) => api.listAssistantVersions({ channelId, limit: 30, ...(cursor && { cursor }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A version never changes, except for its name, its author's name and its predecessor. */
export const versionQuery = (channelId: string, version: string) =>
  queryOptions({
    queryKey: [...versionsKey(channelId), version],
    queryFn: () => api.getAssistantVersion({ channelId, version }),
    staleTime: 5 * 60_000,
  })

export const assistantNowQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...versionsKey(channelId), 'now'],
    queryFn: () => api.exportAssistant({ channelId }),
  })

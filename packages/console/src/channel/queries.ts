import type { Overview } from '@innkeeper/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Everything of a channel lies below this key, so that one call can make it be read anew. */
export const channelKey = (channelId: string) => ['channel', channelId] as const

/** Read at every return to the page: the backup may have been turned on or off in the chat meanwhile. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => api.getOverview(),
  refetchOnWindowFocus: 'always',
})

/** The channel as the list shows it. */
export const cardQuery = (channelId: string) => ({
  ...overviewQuery,
  select: ({ channels }: Overview) => channels.find((one) => one.channelId === channelId),
})

export const detailQuery = (channelId: string) =>
  queryOptions({ queryKey: [...channelKey(channelId), 'detail'], queryFn: () => api.getChannel({ channelId }) })

export const settingsQuery = (channelId: string) =>
  queryOptions({ queryKey: [...channelKey(channelId), 'settings'], queryFn: () => api.getSettings({ channelId }) })

export const subscriptionQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'subscription'],
    queryFn: () => api.getSubscription({ channelId }),
    refetchOnWindowFocus: 'always',
  })

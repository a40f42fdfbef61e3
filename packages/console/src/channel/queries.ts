import type { Tagged } from '@innkeeper/client'
import type { ChannelSettings } from '@innkeeper/contract'
import { queryOptions } from '@tanstack/react-query'
import { accountsHere } from '../api/accounts-here.ts'
import { api } from '../api/client.ts'
import { askEachAccount } from '../session/accounts.ts'
import { taggedKey } from '../ui/editing/tagged-key.ts'
import { type AllChannels, mergeCards } from './merge-cards.ts'

/** Everything about a channel is cached below this key, so that one call can invalidate it. */
export const channelKey = (channelId: string) => ['channel', channelId] as const

/** Of all accounts. Refetched whenever the page gets the focus, because the backup may have been turned on or off in the chat. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async () => mergeCards(await askEachAccount((client) => client.getOverview()), accountsHere()),
  refetchOnWindowFocus: 'always',
})

/** One channel of the overview. */
export const cardQuery = (channelId: string) => ({
  ...overviewQuery,
  select: ({ channels }: AllChannels) => channels.find((one) => one.channelId === channelId),
})

export const detailQuery = (channelId: string) =>
  queryOptions({ queryKey: [...channelKey(channelId), 'detail'], queryFn: () => api.getChannel({ channelId }) })

export const settingsKey = (channelId: string) => [...channelKey(channelId), 'settings'] as const

export const readSettings = (channelId: string) => () => api.tagged('getSettings', { channelId })

/** Where the form that edits them keeps them, so that one request serves both. */
export const settingsQuery = (channelId: string) =>
  queryOptions({ queryKey: taggedKey(settingsKey(channelId)), queryFn: readSettings(channelId), select: dataOf })

const dataOf = ({ data }: Tagged<ChannelSettings>) => data

export const subscriptionQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'subscription'],
    queryFn: () => api.getSubscription({ channelId }),
    refetchOnWindowFocus: 'always',
  })

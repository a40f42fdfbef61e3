import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'

/** All that is read of a channel's assistant lies below this key. */
export const assistantKey = (channelId: string) => [...channelKey(channelId), 'assistant'] as const

export const configQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...assistantKey(channelId), 'config'],
    queryFn: () => api.getAssistantConfig({ channelId }),
  })

export const rulesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...assistantKey(channelId), 'rules'],
    queryFn: async () => (await api.listRules({ channelId })).rules,
  })

/** For the variables of an answer, where group rules are quoted. */
export const groupRulesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...assistantKey(channelId), 'group-rules'],
    queryFn: () => api.getGroupRules({ channelId }),
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'

/** Everything about a channel's assistant is cached below this key. */
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

/** For previews of answers that contain the group rules. */
export const groupRulesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...assistantKey(channelId), 'group-rules'],
    queryFn: () => api.getGroupRules({ channelId }),
  })

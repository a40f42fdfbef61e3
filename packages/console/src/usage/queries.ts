import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import type { Span } from './span.ts'

export const usageQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['usage', from, to],
    queryFn: () => api.getUsage({ from, to }),
  })

export const channelUsageQuery = (channelId: string, { from, to }: Span) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'usage', from, to],
    queryFn: () => api.getChannelUsage({ channelId, from, to }),
  })

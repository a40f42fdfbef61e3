import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'

const hourMs = 3_600_000

export const memoriesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'on-this-day'],
    queryFn: () => api.getOnThisDay({ channelId }),
    // The day changes at midnight.
    staleTime: hourMs,
    retry: false,
  })

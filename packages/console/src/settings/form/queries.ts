import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'

export const settingsKey = (channelId: string) => [...channelKey(channelId), 'settings'] as const

/** What the clean-up would delete now if messages were kept so long; null: as long as the operator allows. */
export const retentionQuery = (channelId: string, days: number | null) =>
  queryOptions({
    queryKey: [...settingsKey(channelId), 'retention', days],
    queryFn: () => api.previewRetention({ channelId, ...(days !== null && { days }) }),
  })

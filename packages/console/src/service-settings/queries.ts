import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const refetchMs = 10_000

export const serviceSettingsQuery = queryOptions({
  queryKey: ['operator', 'settings'],
  queryFn: () => api.listServiceSettings(),
  // The note about a restart goes away by itself.
  refetchInterval: ({ state }) => (state.data?.needsRestart ? refetchMs : false),
})

export const operatorLogQuery = queryOptions({
  queryKey: ['operator', 'log'],
  queryFn: () => api.listOperatorLog(),
  // People look here for what they have just changed.
  staleTime: 0,
})

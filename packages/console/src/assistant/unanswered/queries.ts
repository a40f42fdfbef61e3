import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { assistantKey } from '../queries.ts'

/** Below the key of the assistant, because a new rule may answer some of them. */
export const unansweredQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...assistantKey(channelId), 'unanswered'],
    queryFn: () => api.listUnanswered({ channelId }),
    // It goes through thousands of messages.
    staleTime: 5 * 60_000,
  })

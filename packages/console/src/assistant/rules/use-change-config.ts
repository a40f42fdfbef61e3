import type { AssistantConfigChange } from '@innkeeper/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { detailQuery } from '../../channel/queries.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { assistantKey, configQuery } from '../queries.ts'

/** Changes some settings of the assistant, and nothing else. */
export function useChangeConfig() {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AssistantConfigChange) => api.changeAssistantConfig({ channelId, body }),
    onSuccess: async (config) => {
      client.setQueryData(configQuery(channelId).queryKey, config)
      await Promise.all([
        client.invalidateQueries({ queryKey: detailQuery(channelId).queryKey }),
        client.invalidateQueries({ queryKey: assistantKey(channelId) }),
      ])
    },
    onError: useNotifyFailure(),
  })
}

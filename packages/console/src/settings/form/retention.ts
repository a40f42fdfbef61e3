import type { RetentionPreview } from '@innkeeper/contract'
import { useDisclosure } from '@mantine/hooks'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { settingsKey } from '../../channel/queries.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { isRetention } from './settings-draft.ts'

/** What would be deleted now with this retention; null means the operator's limit. */
export const retentionQuery = (channelId: string, days: number | null) =>
  queryOptions({
    queryKey: [...settingsKey(channelId), 'retention', days],
    queryFn: () => api.previewRetention({ channelId, ...(days !== null && { days }) }),
  })

/** Counts again before saving, and asks for confirmation if anything would be deleted. */
export function usePurgeCheck(days: number | null, savedDays: number | null, save: () => void) {
  const { channelId } = useChannel()
  const client = useQueryClient()
  const [isAsking, asking] = useDisclosure(false)
  const [preview, setPreview] = useState<RetentionPreview>()
  const ceiling = useQuery({ ...retentionQuery(channelId, null), enabled: false }).data?.ceilingDays ?? null
  const count = useMutation({
    mutationFn: () => client.fetchQuery({ ...retentionQuery(channelId, days), staleTime: 0 }),
    onSuccess: (counted) => {
      setPreview(counted)
      if (counted.messages > 0) asking.open()
      else save()
    },
    onError: useNotifyFailure(),
  })
  return {
    isValid: isRetention(days, ceiling),
    check: () => (days === savedDays ? save() : count.mutate()),
    isChecking: count.isPending,
    isAsking,
    preview,
    confirm: () => {
      asking.close()
      save()
    },
    leave: asking.close,
  }
}

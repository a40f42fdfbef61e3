import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import type { Wish } from './wish.ts'

/** Counting costs the service something, so it waits until nothing has changed for a moment. */
const settledMs = 400

/** What an export would contain. `isCurrent`: the figures are those of this wish. */
export function usePlan(channelId: string, wish: Wish) {
  const [settled] = useDebouncedValue(wish, settledMs)
  const plan = useQuery({
    queryKey: [...channelKey(channelId), 'export', settled],
    queryFn: () => api.planExport({ channelId, body: settled }),
    placeholderData: keepPreviousData,
    enabled: settled.formats.length > 0,
    // New messages arrive all the time.
    staleTime: 0,
  })
  const isCurrent = settled === wish && !plan.isFetching && plan.isSuccess
  return { plan, isCurrent }
}

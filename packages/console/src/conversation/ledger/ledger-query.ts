import type { LedgerDay } from '@innkeeper/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { monthRange } from '../../ui/format/calendar.ts'
import { useConversationContext } from '../conversation-context.ts'

/** What is missing in a month such as 2026-03. The calendar and the days of the conversation share it. */
export const ledgerQuery = (channelId: string, month: string) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'ledger', month],
    queryFn: () => api.getLedger({ channelId, ...monthRange(month) }),
    staleTime: 60_000,
  })

/** Undefined until it's known. */
export function useLedgerDay(day: string): LedgerDay | undefined {
  const { channelId } = useConversationContext()
  return useQuery(ledgerQuery(channelId, day.slice(0, 7))).data?.days.find(({ date }) => date === day)
}

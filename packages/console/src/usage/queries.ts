import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { channelKey } from '../channel/queries.ts'
import { askEachAccount } from '../session/accounts.ts'
import { mergeUsage } from './merge-usage.ts'
import { type ChosenSpan, defaultPreset, type Span } from './span.ts'

export const usageQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['usage', from, to],
    queryFn: async () => {
      const usages = await askEachAccount((client) => client.getUsage({ from, to }))
      return mergeUsage(usages.map(({ answer }) => answer))
    },
  })

/** The default days aren't sent: they depend on the channel's time zone, which the first script of the page doesn't know yet. */
export const channelUsageQuery = (channelId: string, { from, to, preset }: ChosenSpan) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'usage', from, to],
    queryFn: () => api.getChannelUsage({ channelId, ...(preset !== defaultPreset && { from, to }) }),
  })

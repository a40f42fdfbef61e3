import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { channelKey } from '../channel/queries.ts'
import { useIsOperator } from '../session/accounts.ts'
import { useFormat } from '../ui/format/format.ts'

/** What to do where no model is connected. Only operators can follow the guide. */
export function useNoModelText(): string {
  const { t } = useTranslation()
  return t(useIsOperator() ? 'assistant.model.connect' : 'assistant.model.notConnected')
}

/** Whether the operator has connected an AI model, which the usage tells. True until it's known, so that nothing flickers. */
export function useHasModel(): boolean {
  const { channelId, timezone } = useChannel()
  const today = useFormat(timezone).dayOf(new Date().toISOString())
  const { data } = useQuery({
    queryKey: [...channelKey(channelId), 'has-model'],
    queryFn: async () => (await api.getChannelUsage({ channelId, from: today, to: today })).model !== null,
    // Only a restart of the service can change it.
    staleTime: 5 * 60_000,
  })
  return data ?? true
}

import type { ChannelCard } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { channelKey, overviewQuery } from '../channel/queries.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'

/** Subscribes the caller, and reloads what that gives access to. `name`: as the screen shows it. */
export function useSubscribe(channelId: string, name: string) {
  const { t } = useTranslation()
  const done = t('channels.turnOn.done', { channel: name })
  return useChange(channelId, () => api.subscribe({ channelId }), done)
}

export function useUnsubscribe(channelId: string, name: string) {
  const { t } = useTranslation()
  const done = t('channels.unsubscribe.done', { channel: name })
  return useChange(channelId, () => api.unsubscribe({ channelId }), done)
}

function useChange(channelId: string, change: () => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      notifications.show({ message: done })
      await Promise.all([
        client.invalidateQueries({ queryKey: channelKey(channelId) }),
        client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
      ])
    },
    onError: useNotifyFailure(),
  })
}

/** Who a guest can ask, as a sentence: "Ask Mika or Ken to let you in." */
export function useAskText(): (card: Pick<ChannelCard, 'platform' | 'keepers'>) => string {
  const { t, i18n } = useTranslation()
  const platforms = useQuery(overviewQuery).data?.platforms
  return ({ platform, keepers }) => {
    const decides = platforms?.find((one) => one.platform === platform && one.decidesOwners)
    if (keepers.length === 0 && decides) return t('channels.noAccess.askPlatform', { platform: decides.name })
    if (keepers.length === 0) return t('channels.noAccess.askNobody')
    const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(keepers)
    return t('channels.noAccess.ask', { names })
  }
}

/**
 * The platforms on which a group that is added now has its owner from the start, as a list. Undefined if on any of them someone has to
 * become the owner in the chat.
 */
export function useOwnersFrom(): string | undefined {
  const { i18n } = useTranslation()
  const connected = useQuery(overviewQuery).data?.platforms.filter(({ isConnected }) => isConnected) ?? []
  if (connected.length === 0 || connected.some(({ decidesOwners }) => !decidesOwners)) return undefined
  return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(connected.map(({ name }) => name))
}

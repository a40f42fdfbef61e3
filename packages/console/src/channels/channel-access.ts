import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { channelKey, overviewQuery } from '../channel/queries.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'

type Named = { channelId: string; name: string }

/** Subscribes the caller, and reloads what that gives access to. */
export function useSubscribe(channel: Named) {
  const { t } = useTranslation()
  const done = t('channels.turnOn.done', { channel: channel.name })
  return useChange(channel, () => api.subscribe({ channelId: channel.channelId }), done)
}

export function useUnsubscribe(channel: Named) {
  const { t } = useTranslation()
  const done = t('channels.unsubscribe.done', { channel: channel.name })
  return useChange(channel, () => api.unsubscribe({ channelId: channel.channelId }), done)
}

function useChange({ channelId }: Named, change: () => Promise<unknown>, done: string) {
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
export function useAskText(): (keepers: readonly string[]) => string {
  const { t, i18n } = useTranslation()
  return (keepers) => {
    if (keepers.length === 0) return t('channels.noAccess.askNobody')
    const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(keepers)
    return t('channels.noAccess.ask', { names })
  }
}

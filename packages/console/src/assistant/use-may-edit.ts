import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { subscriptionQuery } from '../channel/queries.ts'

/** What the caller may do here: change the assistant, and try it on messages of the backup. */
export function useMayEdit(): { mayEdit: boolean; isSubscribed: boolean } {
  const { channelId, detail } = useChannel()
  const subscription = useQuery(subscriptionQuery(channelId))
  return {
    mayEdit: detail.role === 'owner' || detail.role === 'admin',
    isSubscribed: subscription.data?.subscribed ?? false,
  }
}

/** Whether the reader may change the assistant; if not, why, in words. */
export function useMayChange(): { mayChange: boolean; why: string } {
  const { t } = useTranslation()
  return { mayChange: useMayEdit().mayEdit, why: t('assistantParts.adminsOnly') }
}

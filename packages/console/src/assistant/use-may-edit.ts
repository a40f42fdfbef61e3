import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { subscriptionQuery } from '../channel/queries.ts'

/** Whether the caller can change the assistant, and can try it on messages in the backup. */
export function useMayEdit(): { mayEdit: boolean; isSubscribed: boolean } {
  const { channelId, detail } = useChannel()
  const subscription = useQuery(subscriptionQuery(channelId))
  return {
    mayEdit: detail.role === 'owner' || detail.role === 'admin',
    isSubscribed: subscription.data?.subscribed ?? false,
  }
}

/** Whether the caller can change the assistant, and the text that explains why not. */
export function useMayChange(): { mayChange: boolean; why: string } {
  const { t } = useTranslation()
  return { mayChange: useMayEdit().mayEdit, why: t('assistant.adminsOnly') }
}

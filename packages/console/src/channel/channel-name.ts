import type { ChannelCard } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'

type Named = Pick<ChannelCard, 'type' | 'name'>

/** The platform names a private chat after the person, who would read their own name as that of a group. */
export function useChannelName(): (channel: Named) => string {
  const { t } = useTranslation()
  return ({ type, name }) => (type === 'user' ? t('channels.privateChat') : name)
}

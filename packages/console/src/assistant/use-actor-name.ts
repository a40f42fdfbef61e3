import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { membersQuery } from '../channel/members.ts'
import { useMyself } from '../channel/myself.ts'

const nobodyInTheChat = ['operator', 'system', 'erased'] as const

/** The name of the person who changed something, by user id. */
export function useActorName(): (userId: string) => string {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const me = useMyself(channelId)
  const { data } = useQuery(membersQuery(channelId))
  return (userId) => {
    if (userId === me?.userId) return t('assistantParts.versions.you')
    const other = nobodyInTheChat.find((one) => one === userId)
    if (other) return t(`assistantParts.versions.${other}`)
    return data?.members.find((member) => member.userId === userId)?.displayName ?? t('assistantParts.versions.someone')
  }
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { channelKey } from '../../channel/queries.ts'
import { useMe } from '../../session/me.ts'

const nobodyInTheChat = ['operator', 'system', 'erased'] as const

/** Who did something, by the id that the service tells. */
export function useActorWords(): (userId: string) => string {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const me = useMe()
  const { data } = useQuery({
    queryKey: [...channelKey(channelId), 'members'],
    queryFn: () => api.listMembers({ channelId }),
  })
  return (userId) => {
    if (userId === me?.userId) return t('assistantParts.versions.you')
    const other = nobodyInTheChat.find((one) => one === userId)
    if (other) return t(`assistantParts.versions.${other}`)
    return (
      data?.members.find((member) => member.userId === userId)?.displayName ?? t('assistantParts.versions.somebody')
    )
  }
}

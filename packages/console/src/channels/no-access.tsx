import type { ChannelDetail } from '@innkeeper/contract'
import { Button, EmptyState } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { channelKey, detailQuery, overviewQuery } from '../channel/queries.ts'
import { IconDoor, IconRefresh } from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'
import { useAskText } from './channel-access.ts'

/** A guest has no event stream, so this polls the one endpoint that a guest can read. */
const refetchMs = 4000

/** What a guest sees: the channel's name and who to ask. The channel opens automatically once access is granted. */
export function NoAccess({ channelId, name }: { channelId: string; name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const overview = useQuery(overviewQuery)
  useQuery({ ...detailQuery(channelId), refetchInterval: refetchMs })
  const ask = useAskText()
  const card = overview.data?.channels.find((one) => one.channelId === channelId)
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: channelKey(channelId) }),
      client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
    ])
  return (
    <CenteredScreen>
      <EmptyState icon={<IconDoor stroke={1.5} />} withIndicatorBackground>
        <EmptyState.Title order={1}>{t('access.noAccess.title', { channel: name })}</EmptyState.Title>
        <EmptyState.Description maw={460}>
          {t('access.noAccess.text')} {card && ask(card)}
        </EmptyState.Description>
        <EmptyState.Actions>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={overview.isFetching}
            onClick={() => void refresh()}
          >
            {t('access.checkAgain')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </CenteredScreen>
  )
}

/** Tells guests that they were given access while looking at the page, and refreshes the list of channels. */
export function useAccessGranted(channelId: string, detail: ChannelDetail | undefined): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const deniedChannel = useRef<string>(undefined)
  const role = detail?.role
  const channel = detail?.meta.name
  useEffect(() => {
    if (role === undefined || channel === undefined) return
    const wasDenied = deniedChannel.current === channelId
    deniedChannel.current = role === 'guest' ? channelId : undefined
    if (!wasDenied || role === 'guest') return
    notifications.show({ message: t('members.accessGranted', { channel }) })
    void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
  }, [channelId, role, channel, t, client])
}

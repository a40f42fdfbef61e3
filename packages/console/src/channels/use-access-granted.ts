import type { ChannelDetail } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../channel/queries.ts'

/** A guest who is let in while looking at the closed door is told so, and finds the channel among the open ones. */
export function useAccessGranted(channelId: string, detail: ChannelDetail | undefined): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const closed = useRef<string>(undefined)
  const role = detail?.role
  const channel = detail?.meta.name
  useEffect(() => {
    if (role === undefined || channel === undefined) return
    const wasClosed = closed.current === channelId
    closed.current = role === 'guest' ? channelId : undefined
    if (!wasClosed || role === 'guest') return
    notifications.show({ message: t('members.doorOpened', { channel }) })
    void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
  }, [channelId, role, channel, t, client])
}

import { InnkeeperError } from '@innkeeper/client'
import type { ChannelCard, Subscription } from '@innkeeper/contract'
import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelContext } from '../channel/channel.ts'
import { cardQuery, detailQuery, overviewQuery, settingsQuery, subscriptionQuery } from '../channel/queries.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './channel-frame.module.css'
import { isOfBackup, useChannelScreen } from './channel-screens.ts'
import { NoAccess, useAccessGranted } from './no-access.tsx'
import { NoBackupNote } from './no-backup-note.tsx'
import { SubscribeScreen } from './subscribe-screen.tsx'

/** Who has no backup here is told nothing as it happens, and may turn it on in the chat. */
const refetchMs = 5000

/**
 * Stands around every screen of a channel (the router puts it there), and lets through who may see it: `useChannel()` inside
 * always has the channel. Screens scroll with the page; one that scrolls by itself is `var(--pane-height)` high.
 */
export default function ChannelFrame() {
  const { channelId } = useParams({ from: '/app/channels/$channelId' })
  const { t } = useTranslation()
  const detail = useQuery(detailQuery(channelId))
  // A guest may not ask for these, and is told so by the detail; once let in, they are asked for again.
  const hasAccess = detail.data?.role !== 'guest'
  const settings = useQuery({ ...settingsQuery(channelId), enabled: hasAccess })
  const subscription = useQuery({
    ...subscriptionQuery(channelId),
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.data?.subscribed ? false : refetchMs),
  })
  const card = useQuery(cardQuery(channelId)).data
  useFreshOverview(card?.backup, subscription.data)
  useAccessGranted(channelId, detail.data)

  const name = detail.data?.meta.name
  const screen = useChannelScreen()
  useDocumentTitle([t(`shell.nav.${screen}`), name, t('shell.name')].filter(Boolean).join(' · '))

  const timezone = settings.data?.timezone
  const open = useMemo(
    () => (detail.data && timezone ? { channelId, detail: detail.data, timezone } : undefined),
    [channelId, detail.data, timezone],
  )

  if (detail.data?.role === 'guest') return <NoAccess channelId={channelId} name={detail.data.meta.name} />
  const failed = [detail, settings, subscription].find(({ error, data }) => error && (!data || isRefusal(error)))
  if (failed) {
    const retry = () => [detail, settings, subscription].forEach((query) => void query.refetch())
    return <ErrorScreen error={failed.error} onRetry={retry} />
  }
  if (!open || !subscription.data) return <FrameSkeleton />
  if (isOfBackup(screen) && !subscription.data.subscribed)
    return <SubscribeScreen channelId={channelId} detail={open.detail} subscription={subscription.data} card={card} />
  return (
    <ChannelContext value={open}>
      {card && <NoBackupNote card={card} />}
      <Box className={classes.pane}>
        {/* Another channel is another screen: nothing of the one before stays in it. */}
        <Outlet key={channelId} />
      </Box>
    </ChannelContext>
  )
}

/** The list of channels is read less often than the subscription; what it says of the backup must not contradict it. */
function useFreshOverview(listed: ChannelCard['backup'] | undefined, subscription: Subscription | undefined): void {
  const client = useQueryClient()
  const isOutdated =
    listed !== undefined &&
    subscription !== undefined &&
    (listed.subscribed !== subscription.subscribed || listed.enabled !== subscription.subscribers > 0)
  useEffect(() => {
    if (isOutdated) void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
  }, [isOutdated, client])
}

/** A role that was lost or a channel that was deleted meanwhile; silence alone leaves on the page what is there. */
function isRefusal(error: Error): boolean {
  return error instanceof InnkeeperError && (error.status === 403 || error.status === 404)
}

function FrameSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack maw={720} mx="auto" p="xl" gap="lg" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[60, 85, 40, 70].map((width) => (
        <Skeleton key={width} height={44} width={`${width}%`} radius="lg" />
      ))}
    </Stack>
  )
}

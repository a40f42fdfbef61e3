import { InnkeeperError } from '@innkeeper/client'
import type { ChannelCard, Subscription } from '@innkeeper/contract'
import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelContext } from '../channel/channel.ts'
import { useChannelName } from '../channel/channel-name.ts'
import { cardQuery, detailQuery, overviewQuery, settingsQuery, subscriptionQuery } from '../channel/queries.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './channel-frame.module.css'
import { isOfBackup, useChannelScreen } from './channel-screens.ts'
import { NoAccess, useAccessGranted } from './no-access.tsx'
import { NoBackupNote } from './no-backup-note.tsx'
import { SubscribeScreen } from './subscribe-screen.tsx'

/** Polls if the user has no subscription: they get no events then, but someone may turn the backup on in the chat. */
const refetchMs = 5000

/**
 * Wraps every screen of a channel and checks access: inside, `useChannel()` always returns the channel. Screens scroll with
 * the page; a screen that scrolls itself is `var(--pane-height)` high.
 */
export default function ChannelFrame() {
  const { channelId } = useParams({ from: '/app/channels/$channelId' })
  const { t } = useTranslation()
  const detail = useQuery(detailQuery(channelId))
  // Guests can't read these. They are fetched once access is granted.
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

  const nameOf = useChannelName()
  const name = detail.data && nameOf(detail.data.meta)
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
  if (!open || !settings.data || !subscription.data) return <FrameSkeleton />
  if (isOfBackup(screen) && !subscription.data.subscribed) {
    const known = { detail: open.detail, settings: settings.data, subscription: subscription.data, card }
    return <SubscribeScreen channelId={channelId} {...known} />
  }
  return (
    <ChannelContext value={open}>
      {card && <NoBackupNote card={card} />}
      <Box className={classes.pane}>
        {/* Another channel starts with a fresh screen. */}
        <Outlet key={channelId} />
      </Box>
    </ChannelContext>
  )
}

/** The overview is fetched less often than the subscription, and must not contradict it. */
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

/** The role was lost or the channel was deleted. After a network error, the page keeps its content. */
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

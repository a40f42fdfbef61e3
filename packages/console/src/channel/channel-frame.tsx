import { InnkeeperError } from '@innkeeper/client'
import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { SlowNote } from '../shell/slow-note.tsx'
import { ChannelContext } from './channel.ts'
import classes from './channel-frame.module.css'
import { ClosedDoor } from './closed-door.tsx'
import { detailQuery, settingsQuery, subscriptionQuery } from './queries.ts'
import { SubscribeScreen } from './subscribe-screen.tsx'
import { isOfBackup, useChannelScreen } from './use-channel-screen.ts'
import { useDoorOpening } from './use-door-opening.ts'

/**
 * Stands around every screen of a channel (the router puts it there), and lets through who may see it: `useChannel()` inside
 * always has the channel. Screens scroll with the page; one that scrolls by itself is `var(--pane-height)` high.
 */
export default function ChannelFrame() {
  const { channelId } = useParams({ from: '/house/channels/$channelId' })
  const { t } = useTranslation()
  const detail = useQuery(detailQuery(channelId))
  // A guest may not ask for these, and is told so by the detail; once let in, they are asked for again.
  const isLetIn = detail.data?.role !== 'guest'
  const settings = useQuery({ ...settingsQuery(channelId), enabled: isLetIn })
  const subscription = useQuery({ ...subscriptionQuery(channelId), enabled: isLetIn })
  useDoorOpening(channelId, detail.data)

  const name = detail.data?.meta.name
  const screen = useChannelScreen()
  useDocumentTitle([t(`shell.nav.${screen}`), name, t('shell.name')].filter(Boolean).join(' · '))

  const timezone = settings.data?.timezone
  const open = useMemo(
    () => (detail.data && timezone ? { channelId, detail: detail.data, timezone } : undefined),
    [channelId, detail.data, timezone],
  )

  if (detail.data?.role === 'guest') return <ClosedDoor channelId={channelId} name={detail.data.meta.name} />
  const failed = [detail, settings, subscription].find(({ error, data }) => error && (!data || isRefusal(error)))
  if (failed) {
    const retry = () => [detail, settings, subscription].forEach((query) => void query.refetch())
    return <ErrorScreen error={failed.error} onRetry={retry} />
  }
  if (!open || !subscription.data) return <FrameSkeleton />
  if (isOfBackup(screen) && !subscription.data.subscribed)
    return <SubscribeScreen channelId={channelId} detail={open.detail} />
  return (
    <ChannelContext value={open}>
      <Box className={classes.pane}>
        {/* Another channel is another screen: nothing of the one before stays in it. */}
        <Outlet key={channelId} />
      </Box>
    </ChannelContext>
  )
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

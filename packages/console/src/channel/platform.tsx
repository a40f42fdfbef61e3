import type { Overview } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import classes from './platform.module.css'
import { overviewQuery } from './queries.ts'

type Platform = Overview['platforms'][number]

/** The platform of a channel; undefined until it's known. */
export function usePlatform(channelId: string): Platform | undefined {
  return useQuery({ ...overviewQuery, select: (overview) => findPlatform(overview, channelId) }).data
}

/** Its name, if there are several platforms to tell apart. */
export function usePlatformLabel(channelId: string): Pick<Platform, 'name' | 'badge'> | undefined {
  return useQuery({
    ...overviewQuery,
    select: (overview) => (overview.platforms.length > 1 ? findPlatform(overview, channelId) : undefined),
  }).data
}

function findPlatform({ channels, platforms }: Overview, channelId: string): Platform | undefined {
  const channel = channels.find((one) => one.channelId === channelId)
  return platforms.find(({ platform }) => platform === channel?.platform)
}

/** The name of the platform if no new messages of the channel can arrive, because it isn't connected. */
export function useDisconnectedPlatform(channelId: string): string | undefined {
  return useQuery({ ...overviewQuery, select: (overview) => findDisconnected(overview, channelId) }).data
}

function findDisconnected(overview: Overview, channelId: string): string | undefined {
  const known = findPlatform(overview, channelId)
  if (known) return known.isConnected ? undefined : known.name
  // A store that came from elsewhere may have channels of a platform that this service doesn't know.
  if (overview.platforms.some(({ isConnected }) => isConnected)) return undefined
  return overview.channels.find((one) => one.channelId === channelId)?.platform
}

/** Where the chat of a channel is. Nothing if all are on one platform. */
export function PlatformBadge({ channelId }: { channelId: string }) {
  const label = usePlatformLabel(channelId)
  if (!label) return null
  return (
    <span className={classes.badge} role="img" aria-label={label.name} title={label.name}>
      {label.badge}
    </span>
  )
}

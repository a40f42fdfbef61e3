import type { ChannelCard } from '@innkeeper/contract'
import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { picturePath } from '../api/client.ts'
import { useChannelName } from '../channel/channel-name.ts'
import { usePlatformLabel } from '../channel/platform.tsx'
import { overviewQuery } from '../channel/queries.ts'
import { IconSelector } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'

export function useCurrentChannel(channelId: string): ChannelCard | undefined {
  const { data } = useQuery(overviewQuery)
  return data?.channels.find((one) => one.channelId === channelId)
}

/** What the button of the channel switcher shows. */
export function SwitcherFace({ channel }: { channel: ChannelCard }) {
  const nameOf = useChannelName()
  const platform = usePlatformLabel(channel.channelId)
  return (
    <>
      <Avatar src={picturePath(channel.picture)} size={24} radius="sm" alt="" />
      <span className={classes.switcherText}>
        <span className={classes.switcherName}>{nameOf(channel)}</span>{' '}
        {platform && <span className={classes.switcherPlatform}>{platform.name}</span>}
      </span>
      <IconSelector size={14} aria-hidden />
    </>
  )
}

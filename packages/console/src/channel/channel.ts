import type { ChannelDetail } from '@innkeeper/contract'
import { createContext, useContext } from 'react'

/** A channel that is open to who looks: a role that may, and on the screens of the backup a subscription. */
export type OpenChannel = {
  channelId: string
  detail: ChannelDetail
  /** In which the channel's days lie; IANA's name. */
  timezone: string
}

export const ChannelContext = createContext<OpenChannel | undefined>(undefined)

/** For screens inside `ChannelFrame`, which is around every screen of a channel. */
export function useChannel(): OpenChannel {
  const channel = useContext(ChannelContext)
  if (!channel) throw new Error('This screen stands in no channel')
  return channel
}

import type { ChannelDetail, Role } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { signInsQuery } from '../session/queries.ts'

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

export type Actor = { role: Role; canWrite: boolean }

/** Who looks: with which role, and whether the key behind the sign-in may change anything. */
export function useActor(): Actor {
  const { detail } = useChannel()
  const signIns = useQuery(signInsQuery).data?.signIns
  return { role: detail.role, canWrite: signIns?.find(({ current }) => current)?.scope !== 'read' }
}

import type { ChannelDetail, Role } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { signInsQuery } from '../session/queries.ts'
import { useMyself } from './myself.ts'
import { usePlatform } from './platform.tsx'

/** The channel of the current screen, once the caller has access to it and, for screens of the backup, a subscription. */
export type OpenChannel = {
  channelId: string
  detail: ChannelDetail
  /** IANA name of the channel's time zone. */
  timezone: string
}

export const ChannelContext = createContext<OpenChannel | undefined>(undefined)

/** For screens inside `ChannelFrame`, which wraps every screen of a channel. */
export function useChannel(): OpenChannel {
  const channel = useContext(ChannelContext)
  if (!channel) throw new Error('useChannel() is used outside of ChannelFrame')
  return channel
}

/** `ownersFrom`: the platform's name, if it decides who owns the channel. */
export type Actor = { role: Role; canWrite: boolean; ownersFrom?: string | undefined }

/** The caller's role, and whether their sign-in can change anything. */
export function useActor(): Actor {
  const { channelId, detail } = useChannel()
  const platform = usePlatform(channelId)
  const ofAccount = useMyself(channelId)?.scope
  const signIns = useQuery(signInsQuery).data?.signIns
  const scope = ofAccount ?? signIns?.find(({ current }) => current)?.scope
  return {
    role: detail.role,
    canWrite: scope !== 'read',
    ownersFrom: platform?.decidesOwners ? platform.name : undefined,
  }
}

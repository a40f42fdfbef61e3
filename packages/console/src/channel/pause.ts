import type { ChannelCard } from '@innkeeper/contract'

/** Why nothing is saved in a channel that isn't active. In a private chat, only its person can have sent the bot away. */
export type Pause = 'disabled' | 'away' | 'blocked'

export function pauseOf({ status, inChat, type }: Pick<ChannelCard, 'status' | 'inChat' | 'type'>): Pause | undefined {
  if (status === 'active') return undefined
  if (inChat) return 'disabled'
  return type === 'user' ? 'blocked' : 'away'
}

import type { ChannelStatus } from '@innkeeper/contract'

/** Two reasons for silence: the bot is not in the chat, or the owner said so. */
export type Presence = { botPresent: boolean; botChangedAt: number; ownerDisabled: boolean }

export function statusOf(presence: Pick<Presence, 'botPresent' | 'ownerDisabled'>): ChannelStatus {
  return presence.botPresent && !presence.ownerDisabled ? 'active' : 'disabled'
}

/**
 * Whether the bot is in the chat after an event. Events arrive out of order, so an older one changes nothing; any
 * newer event but its removal proves that the bot is there, even when the news of its return was lost.
 */
export function decidePresence(presence: Presence, event: { removed: boolean; at: number }): Presence | undefined {
  const botPresent = !event.removed
  if (event.at < presence.botChangedAt || botPresent === presence.botPresent) return undefined
  return { ...presence, botPresent, botChangedAt: event.at }
}
